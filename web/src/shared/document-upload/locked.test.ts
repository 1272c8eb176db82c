import { expect, test } from 'vitest';
import { isLocked, mayJoin, mayPhotograph } from './formats';

const pdf = (text: string) => new File([text], 'a.pdf', { type: 'application/pdf' });

test('a PDF with a password is known by its trailer, wherever that is', async () => {
  const body = 'x'.repeat(200_000);
  expect(await isLocked(pdf(`%PDF-1.7\n${body}\ntrailer << /Size 9 /Encrypt 8 0 R /Root 1 0 R >>`))).toBe(true);
  expect(await isLocked(pdf(`%PDF-1.7\n<< /Linearized 1 >> trailer << /Encrypt 8 0 R >>\n${body}`))).toBe(true);
  expect(await isLocked(pdf(`%PDF-1.7\n${body}\ntrailer << /Size 9 /Root 1 0 R >>`))).toBe(false);
  expect(await isLocked(new File(['/Encrypt 8 0 R'], 'a.jpg'))).toBe(false);
});

test('photos may be joined where a PDF is accepted, and taken where either is', () => {
  const only = (documentTypes: string, keepOriginal = false) => ({ documentTypes, maxSizeMb: 10, keepOriginal });
  expect([mayJoin(only('pdf')), mayPhotograph(only('pdf'))]).toEqual([true, true]);
  expect([mayJoin(only('jpg,png')), mayPhotograph(only('jpg,png'))]).toEqual([false, true]);
  expect([mayJoin(only('pdf,jpg', true)), mayPhotograph(only('pdf,jpg', true))]).toEqual([false, true]);
  expect([mayJoin(only('tiff')), mayPhotograph(only('tiff'))]).toEqual([false, false]);
});
