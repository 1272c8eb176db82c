import { expect, test } from 'vitest';
import { ranked, rankOf } from './rank';

const screen = (label: string, id = label) => ({ id, label, description: id });
const masters = { group: 'Masters', actions: [screen('Customer User Master'), screen('Department', 'SD-ADM-017')] };
const access = {
  group: 'Access',
  actions: [screen('User Branch Access'), screen('User Role Mapping'), screen('User Master')],
};
const labels = (typed: string) =>
  ranked(typed, [masters, access]).flatMap(({ actions }) => actions.map(({ label }) => label));

test('what begins with the typed text comes first, with its group', () => {
  expect(labels('user m')).toEqual(['User Master', 'User Role Mapping', 'Customer User Master']);
  expect(labels('USER')[0]).toBe('User Branch Access');
});

test('typed words begin words of the label in their order', () => {
  expect(labels('us ro')).toEqual(['User Role Mapping']);
  expect(labels('master user')).toEqual([]);
  expect(rankOf(screen('Branch Master'), 'ranch')).toBe(2);
});

test('a code is found too, after all names', () => {
  expect(labels('adm-017')).toEqual(['Department']);
  expect(labels('nothing')).toEqual([]);
});
