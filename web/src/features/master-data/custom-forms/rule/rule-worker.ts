import { matchDetail } from './match';
import type { RuleLine } from './rule-lines';

self.onmessage = ({ data }: MessageEvent<{ lines: RuleLine[]; text: string }>) => {
  self.postMessage(data.lines.map((line) => matchDetail(line, data.text)));
};
