-- What was missed in a gap is caught up slowly until this time, also after an operator has confirmed the clock.
ALTER TABLE clock_record ADD COLUMN slow_until TEXT;
