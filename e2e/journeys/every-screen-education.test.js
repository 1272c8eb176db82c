import { walkScreens } from '../lib/every-screen.js';
import { openHouse } from '../lib/house.js';

walkScreens(openHouse(), 'KALVI');
