import { useEffect, useState } from 'react';
import { type DetailResult, matchDetail } from './match';
import type { RuleLine } from './rule-lines';

export type RuleTest =
  | { state: 'idle' | 'slow'; results: DetailResult[] }
  | { state: 'done'; results: DetailResult[] };

/** An expression that takes longer is aborted together with its worker. */
const PATIENCE_MS = 1500;
const NOTHING: RuleTest = { state: 'idle', results: [] };

/** Tests the lines in a worker, so that a bad expression cannot freeze the page. */
export function useRuleTest(lines: RuleLine[], text: string): RuleTest {
  const [test, setTest] = useState<RuleTest>(NOTHING);

  useEffect(() => {
    if (!text.trim()) return setTest(NOTHING);
    if (typeof Worker === 'undefined') {
      return setTest({ state: 'done', results: lines.map((line) => matchDetail(line, text)) });
    }
    const worker = new Worker(new URL('./rule-worker.ts', import.meta.url), { type: 'module' });
    const stop = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const giveUp = () => {
      stop();
      setTest({ state: 'slow', results: [] });
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    worker.onerror = giveUp;
    worker.onmessage = (event: MessageEvent<DetailResult[]>) => {
      stop();
      setTest({ state: 'done', results: event.data });
    };
    worker.postMessage({ lines, text });
    return stop;
  }, [lines, text]);

  return test;
}
