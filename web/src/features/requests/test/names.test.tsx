import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aParty, aRequest } from '@/test/requests';
import { fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import { useNames } from '../data/use-choices';
import { useAddress } from '../data/use-list';
import { usePerson } from '../data/use-request';

const users = {
  resource: 'usermaster',
  area: 'sms',
  label: 'firstName',
  fields: [],
  screens: [],
  key: ['userId'],
};
const branches = { ...users, resource: 'branchmaster', area: 'admin', label: 'branchName' };
const many = Array.from({ length: 500 }, (_, at) => ({ branchCode: `A${at}`, branchName: `Branch ${at}` }));
let sent: Sent[];

beforeEach(() => {
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  sent = fakeRoutes({
    definition: () => ({ data: { content: [users, branches] } }),
    'usermaster/options': () => ({
      data: { content: [{ userId: 'BANKER1', firstName: 'Karthik', lastName: 'S' }] },
    }),
    'branchmaster/options': ({ url }) => ({
      data: { content: url.includes('q=BR9') ? [{ branchCode: 'BR9', branchName: 'Far down' }] : many },
    }),
    'code/stateList': () => ({ data: { content: [{ stateCode: 'TN', stateName: 'Tamil Nadu' }] } }),
  });
});
afterEach(cleanup);

const request = aRequest({
  parties: [aParty({ firstName: 'Meena', secondName: null, lastName: 'K', emailAddress: 'meena@example.com' })],
  state: 'TN',
  customerCountry: 'IN',
});

function People() {
  const who = usePerson(request, ['BANKER1', 'meena@example.com', 'GONE']);
  return <p>{['BANKER1', 'meena@example.com', 'GONE'].map(who).join(' | ')}</p>;
}

test('parties are called by their names, staff by theirs and their id, and who is unknown by the id', async () => {
  show(<People />);
  expect(await screen.findByText('Karthik S (BANKER1) | Meena K | GONE')).toBeTruthy();
});

function Branches() {
  return <p>{['A7', 'BR9'].map(useNames('branchmaster', 'branchCode', ['A7', 'BR9'])).join(' | ')}</p>;
}

test('a code that is not among the first of a large master has its name all the same', async () => {
  show(<Branches />);
  expect(await screen.findByText('Branch 7 | Far down')).toBeTruthy();
  expect(sent.filter(({ url }) => url.includes('branchmaster/options'))).toHaveLength(2);
});

function Address() {
  return <p>{useAddress(request)}</p>;
}

test('state and country of an address are words', async () => {
  show(<Address />);
  expect(await screen.findByText(/Tamil Nadu, .*India$/)).toBeTruthy();
});
