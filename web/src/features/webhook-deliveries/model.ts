import type { Tone } from '@/components/pill';
import type { Place } from '@/lib/api';

export const deliveries: Place = { area: 'admin', resource: 'webhookdelivery' };

/** The server counts no further. */
export const mostCounted = 10_000;

export const states = ['queued', 'delivered', 'failed'] as const;
export const filterNames = ['state', 'integrationCode', 'txnRefNo'] as const;

export interface Delivery {
  deliveryId: string;
  integrationCode: string;
  eventType: string;
  txnRefNo: string;
  state: string;
  tries: number;
  /** The HTTP status of the last response. */
  status: number | null;
  createdOn: string;
  doneOn: string | null;
}

export interface DeliveryRecord extends Delivery {
  body: string;
  headers: Record<string, string | null>;
  sentOn: string | null;
  nextTryOn: string | null;
  response: string | null;
  /** Why there was no response. */
  fault: string | null;
}

export interface PausedIntegration {
  integrationCode: string;
  failingSince: string;
  pausedOn: string;
  queued: number;
}

const tones: Record<string, Tone> = { queued: 'info', delivered: 'ok', failed: 'bad' };

export const toneOf = (state: string): Tone => tones[state] ?? 'neutral';

/** JSON with indentation; any other text as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
