import { test } from '@playwright/test';
import { devices } from './browser.js';

/** A pairwise set: every entity with every language and device, and every language with every device. */
export const variants = [
  { entity: 'NGB', language: 'en', device: 'desktop' },
  { entity: 'NGB', language: 'ta', device: 'phone' },
  { entity: 'KALVI', language: 'ta', device: 'desktop' },
  { entity: 'KALVI', language: 'en', device: 'phone' },
];

export function inBothDevices(name, walk) {
  for (const device of Object.keys(devices)) test.describe(`${name}: ${device}`, () => walk(device));
}
