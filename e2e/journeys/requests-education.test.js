import { corners } from '../lib/corners.js';
import { openHouse } from '../lib/house.js';
import { walkRequests } from '../lib/request-journey.js';

const house = openHouse();

for (const corner of corners.filter(({ entity }) => entity === 'KALVI')) walkRequests(house, corner);
