import { openProduct } from '../lib/product.js';
import { walkRequests } from '../lib/request-journey.js';

walkRequests(openProduct(), { entity: 'NGB', language: 'en', device: 'desktop' });
