import { describe, expect, it } from 'vitest';
import { filled, inserted, pieces, unknownNames } from './placeholders';

describe('placeholders', () => {
  it('are known by the closed list only, as on the server', () => {
    expect(unknownNames('Dear {{ partyName }}, {{link}}')).toEqual([]);
    expect(unknownNames('{{7*7}} and {{ partyname }}')).toEqual(['7*7', 'partyname']);
    expect(unknownNames('{{ partyName')).toEqual(['partyName']);
    expect(unknownNames('{% for x in y %} is plain text')).toEqual([]);
    expect(unknownNames('{{}}')).toEqual(['']);
  });

  it('cut the text into pieces that make it up again', () => {
    const text = 'Hello {{ partyName }}: {{ nobody }} by {{dueDate}}.';
    expect(pieces(text).map((piece) => piece.kind)).toEqual([
      'text',
      'known',
      'text',
      'unknown',
      'text',
      'known',
      'text',
    ]);
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('are filled with samples; what is unknown stays', () => {
    expect(filled('{{ days }} days, {{ x }}', () => '3')).toBe('3 days, {{ x }}');
  });

  it('go to the caret, in place of what is selected', () => {
    expect(inserted('Dear NAME,', 'partyName', 5, 9)).toEqual({ text: 'Dear {{ partyName }},', caret: 20 });
    expect(inserted('', 'otp', 0, 0)).toEqual({ text: '{{ otp }}', caret: 9 });
  });
});
