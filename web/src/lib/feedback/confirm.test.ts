import { expect, test } from 'vitest';
import { confirm, question } from '.';

test('answers what the person chose', async () => {
  const yes = confirm('delete', 'BR101');
  expect(question.get()).toMatchObject({ kind: 'delete', name: 'BR101' });
  question.get()?.answer(true);
  expect(await yes).toBe(true);
  expect(question.get()).toBeNull();
});

test('a new question takes the place of an open one, which counts as no', async () => {
  const first = confirm('logOut');
  const second = confirm('saveDraft');
  expect(await first).toBe(false);
  question.get()?.answer(true);
  expect(await second).toBe(true);
});
