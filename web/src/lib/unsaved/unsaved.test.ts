import { beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth } from '@/test/auth';
import { forgetUnsaved, unsaved } from '.';

const typed = { branchName: 'Chennai' };

beforeEach(() => {
  forgetUnsaved();
  session.setAuth(anAuth());
});

test('what was typed is there again after the session expired and the same person logged in', () => {
  unsaved.set('SD-ADM-001', 'new', typed);
  session.clear();
  expect(sessionStorage.length).toBe(0);
  session.setAuth(anAuth());
  expect(unsaved.keys('SD-ADM-001')).toEqual(['new']);
  expect(unsaved.get('SD-ADM-001', 'new')).toEqual(typed);
});

test('nobody else finds it, not even after them', () => {
  unsaved.set('SD-ADM-001', 'new', typed);
  session.clear();
  session.setAuth(anAuth({ userId: 'BANKER1' }));
  expect(unsaved.get('SD-ADM-001', 'new')).toBeUndefined();
  session.clear();
  session.setAuth(anAuth());
  expect(unsaved.get('SD-ADM-001', 'new')).toBeUndefined();
});

test('who logs out leaves nothing', () => {
  unsaved.set('SD-ADM-001', 'new', typed);
  forgetUnsaved();
  session.clear();
  session.setAuth(anAuth());
  expect(unsaved.get('SD-ADM-001', 'new')).toBeUndefined();
});

test('a saved form is forgotten, others stay', () => {
  unsaved.set('SD-ADM-001', 'new', typed);
  unsaved.set('SD-ADM-001', 'BR101', typed);
  unsaved.set('SD-ADM-001', 'new', undefined);
  expect(unsaved.keys('SD-ADM-001')).toEqual(['BR101']);
});
