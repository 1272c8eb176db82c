/** A pairwise set: every entity meets every language and every device, and every language every device. */
export const variants = [
  { entity: 'NGB', language: 'en', device: 'desktop' },
  { entity: 'NGB', language: 'ta', device: 'phone' },
  { entity: 'KALVI', language: 'ta', device: 'desktop' },
  { entity: 'KALVI', language: 'en', device: 'phone' },
];
