import { useStates } from '../../data/use-states';
import { SearchSelect } from './search-select';
import type { InputProps } from './types';

export function StateField(props: InputProps & { placeholder?: string }) {
  const { states, isPending } = useStates();
  const choices = states.map((state) => ({ value: state.stateCode, label: state.stateName }));
  return <SearchSelect {...props} choices={choices} isLoading={isPending} />;
}
