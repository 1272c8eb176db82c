import { walkRecords } from '../lib/every-record.js';
import { openHouse } from '../lib/house.js';

walkRecords(openHouse(), 'NGB');
