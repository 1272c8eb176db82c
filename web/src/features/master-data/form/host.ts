import { createContext, useContext } from 'react';

/** What the inputs may ask of the form around them. */
export interface FormHost {
  /** Tells at once what is wrong with the shape of one field. */
  checkOne(name: string): void;
  /** A value that a form body loads by itself: what was typed before wins over it, and it does not count as a change. */
  begin(name: string, value: string | boolean | null): void;
}

const Context = createContext<FormHost>({ checkOne: () => {}, begin: () => {} });

export const FormHostProvider = Context.Provider;
export const useFormHost = () => useContext(Context);
