import { describe, expect, it } from 'vitest';
import { smsLength } from './placeholders';

describe('the length of an SMS', () => {
  it('is counted in GSM-7 where that is enough', () => {
    expect(smsLength('')).toEqual({ encoding: 'gsm7', used: 0, segments: 0, left: 160 });
    expect(smsLength('a'.repeat(160))).toMatchObject({ encoding: 'gsm7', segments: 1, left: 0 });
    expect(smsLength('a'.repeat(161))).toMatchObject({ segments: 2, left: 153 * 2 - 161 });
  });

  it('counts some characters twice', () => {
    expect(smsLength('€10')).toMatchObject({ encoding: 'gsm7', used: 4 });
    expect(smsLength('{}')).toMatchObject({ used: 4 });
  });

  it('is Unicode as soon as one letter is Tamil', () => {
    expect(smsLength('வணக்கம்')).toMatchObject({ encoding: 'unicode', used: 7, segments: 1, left: 63 });
    expect(smsLength('அ'.repeat(71))).toMatchObject({ segments: 2, left: 67 * 2 - 71 });
    expect(smsLength('₹500')).toMatchObject({ encoding: 'unicode' });
  });

  it('never tears a letter of two places in two', () => {
    expect(smsLength(`${'a'.repeat(152)}€${'a'.repeat(10)}`)).toMatchObject({ used: 164, segments: 2, left: 153 - 12 });
    expect(smsLength('😀'.repeat(36))).toMatchObject({ encoding: 'unicode', used: 72, segments: 2, left: 67 - 6 });
  });
});
