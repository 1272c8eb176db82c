export { onRequestChange } from '@/lib/live';
