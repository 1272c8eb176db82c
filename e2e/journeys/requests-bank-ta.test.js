import { openHouse } from '../lib/house.js';
import { walkRequests } from '../lib/request-journey.js';

const house = openHouse();

walkRequests(house, { entity: 'NGB', language: 'ta', device: 'desktop' });
walkRequests(house, { entity: 'NGB', language: 'ta', device: 'phone' });
