import { expect, it } from 'vitest';
import { branch, field } from '@/test/definitions';
import { type Definition, fits, labelResources, optionLabel, referred } from './definition';

const pairs: [string, string][] = [
  ['defaultTenantCode', 'tenantCode'],
  ['defaultBranchCode', 'branchCode'],
];
const chosen = field('defaultBranchCode', 'code', { reference: { resource: 'branchmaster', pairs } });
const records = [
  { tenantCode: 'SME', branchCode: 'BR1', branchName: 'Salem' },
  { tenantCode: 'RETAIL', branchCode: 'BR1', branchName: 'Anna Salai' },
];

it('a branch is offered within the chosen tenant only', () => {
  const offered = records.filter((record) => fits(chosen, record, { defaultTenantCode: 'RETAIL' }));
  expect(offered.map((record) => record.branchName)).toEqual(['Anna Salai']);
});

it('a composite reference finds its one record', () => {
  const row = { defaultTenantCode: 'RETAIL', defaultBranchCode: 'BR1' };
  expect(referred(chosen, records, row)?.branchName).toBe('Anna Salai');
  expect(optionLabel(records[0] ?? {}, 'branchmaster', [branch], () => [])).toBe('Salem');
});

it('a label that is a code of another resource is followed', () => {
  const title: Definition = {
    ...branch,
    resource: 'title',
    key: ['titleCode'],
    label: 'titleDesc',
    fields: [field('titleCode', 'code'), field('titleDesc', 'text')],
  };
  const reference = { resource: 'title', pairs: [['titleCode', 'titleCode']] as [string, string][] };
  const paper: Definition = {
    ...branch,
    resource: 'paper',
    key: ['paperCode'],
    label: 'titleCode',
    fields: [field('paperCode', 'code'), field('titleCode', 'code', { reference })],
  };
  const titles = [{ titleCode: 'PAN', titleDesc: 'PAN Card' }];
  expect(optionLabel({ paperCode: 'P1', titleCode: 'PAN' }, 'paper', [title, paper], () => titles)).toBe('PAN Card');
  const column = field('paperCode', 'code', { reference: { resource: 'paper', pairs: [['paperCode', 'paperCode']] } });
  expect(labelResources([column], [title, paper])).toEqual(['paper', 'title']);
});
