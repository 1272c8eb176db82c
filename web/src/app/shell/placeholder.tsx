import { useTranslation } from 'react-i18next';
import type { ScreenInfo } from '@/lib/session';

export default function Placeholder({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  return <h1>{t(`screen.${screen.screenCode}`)}</h1>;
}
