import { useNavigate } from '@tanstack/react-router';
import { useScreen } from '@/lib/permissions';
import type { Definition } from '../../model/definition';

const RULES = ['adminentitydocumentverficationrule', 'adminentitydocumentverficationrulemaster'];

/** Opens the workbench of a rule; undefined for other records and for users without Rule Code Details. */
export function useOpenWorkbench({ resource }: Definition) {
  const navigate = useNavigate();
  const screen = useScreen('SD-ADM-025');
  if (!screen || !RULES.includes(resource)) return undefined;
  return (ruleCode: string) => void navigate({ to: screen.path, search: { workbench: ruleCode } as never });
}
