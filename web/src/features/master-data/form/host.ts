import { createContext, useContext } from 'react';

/** What inputs may ask of the surrounding form. */
export interface FormHost {
  /** Validates the format of one field at once. */
  checkOne(name: string): void;
  /** A value loaded by the form body: typed text wins over it, and it does not count as a change. */
  begin(name: string, value: string | boolean | null): void;
}

const Context = createContext<FormHost>({ checkOne: () => {}, begin: () => {} });

export const FormHostProvider = Context.Provider;
export const useFormHost = () => useContext(Context);
