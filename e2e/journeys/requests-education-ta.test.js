import { openHouse } from '../lib/house.js';
import { walkRequests } from '../lib/request-journey.js';

const house = openHouse();

walkRequests(house, { entity: 'KALVI', language: 'ta', device: 'desktop' });
walkRequests(house, { entity: 'KALVI', language: 'ta', device: 'phone' });
