import { openProduct } from '../lib/product.js';
import { walkRequests } from '../lib/request-journey.js';

walkRequests(openProduct(), { entity: 'KALVI', language: 'ta', device: 'phone' });
