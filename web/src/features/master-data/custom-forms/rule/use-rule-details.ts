import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import { keysOf, useScope } from '../../data/scope';
import type { Definition, MasterRecord } from '../../model/definition';

const MOST_SEQUENCE = 999;

/** All stored lines of a rule, and the number of the next one. */
export function useRuleDetails(definition: Definition, ruleCode: string | null) {
  const scope = useScope();
  const answer = useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'of', ruleCode],
    queryFn: ({ signal }) => list<MasterRecord>(definition, { ruleCode, sort: 'sequenceNo' }, { signal }),
    enabled: Boolean(ruleCode),
  });
  const records = (ruleCode && answer.data?.content) || [];
  const last = Math.max(0, ...records.map((record) => Number(record.sequenceNo)));
  return { records, nextSequence: Math.min(last + 1, MOST_SEQUENCE), isReady: answer.data !== undefined };
}
