import { useState } from 'react';
import { type ColourToken, isColour, type ThemeTokens } from './theme-tokens';

/** A colour is stored once it is complete; partial input stays in its field. */
export function useThemeDraft(tokens: ThemeTokens, write: (tokens: ThemeTokens) => void) {
  const [typed, setTyped] = useState<Partial<Record<ColourToken, string>>>({});

  function type(name: ColourToken, colour: string) {
    setTyped((before) => ({ ...before, [name]: colour }));
    if (isColour(colour)) write({ ...tokens, [name]: colour.toLowerCase() });
    if (colour === '') write({ ...tokens, [name]: undefined });
  }

  return {
    type,
    shown: (name: ColourToken) => typed[name] ?? tokens[name] ?? '',
    clear() {
      setTyped({});
      write({});
    },
  };
}
