import { Pill, type Tone } from '@/components/pill';
import type { StoredFile } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';

const tones: Record<StoredFile['scan'], Tone> = { clean: 'ok', infected: 'bad', notScanned: 'neutral' };

/** What the scan for malware found in a file. */
export function ScanPill({ scan }: Pick<StoredFile, 'scan'>) {
  const { t } = useTranslation();
  return <Pill tone={tones[scan]}>{t(`ui.scan.${scan}`)}</Pill>;
}
