import { useAuth } from '@/lib/session';
import { useLanguage } from '@/lib/wording';

/** What the entity says to its customers on every page, in the reader's language. */
export function useRemarksMessage() {
  const { remarksMessage, remarksMessageTa } = useAuth();
  return (useLanguage() === 'ta' && remarksMessageTa) || remarksMessage;
}
