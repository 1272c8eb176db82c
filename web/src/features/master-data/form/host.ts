import { createContext, useContext } from 'react';

/** What the inputs may ask of the form around them. */
export interface FormHost {
  /** Tells at once what is wrong with the shape of one field. */
  checkOne(name: string): void;
}

const Context = createContext<FormHost>({ checkOne: () => {} });

export const FormHostProvider = Context.Provider;
export const useFormHost = () => useContext(Context);
