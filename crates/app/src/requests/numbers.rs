use std::collections::HashMap;

use domain::access::{Change, Permit};
use domain::request::reference;
use jiff::civil::Date;
use parking_lot::Mutex;
use store::{Error, Store};

use crate::Result;

/// How many numbers a node takes at a time. What it does not use is lost: numbers need not be without gaps.
const BLOCK: i64 = 20;

/// Reference numbers that this node may give away.
#[derive(Default)]
pub struct Numbers {
    blocks: Mutex<HashMap<(String, String), Block>>,
}

struct Block {
    day: Date,
    next: i64,
    end: i64,
}

impl Numbers {
    pub(crate) async fn next(&self, store: &Store, permit: &Permit<Change>, prefix: char, day: Date) -> Result<String> {
        let scope = permit.scope();
        let key = (scope.country.clone(), scope.entity.clone());
        let number = match self.take(&key, day) {
            Some(number) => number,
            None => {
                let first = store.reserve_numbers(permit, &day.to_string(), BLOCK).await?;
                self.keep(key, day, first)
            }
        };
        reference::reference(prefix, day, number)
            .ok_or_else(|| Error::Unavailable("the numbers of this day are used up".into()))
    }

    fn take(&self, key: &(String, String), day: Date) -> Option<i64> {
        let mut blocks = self.blocks.lock();
        let block = blocks.get_mut(key).filter(|block| block.day == day && block.next < block.end)?;
        block.next += 1;
        Some(block.next - 1)
    }

    /// Keeps what is left of a block for the next who asks; of two blocks that came at once the smaller rest is lost.
    fn keep(&self, key: (String, String), day: Date, first: i64) -> i64 {
        self.blocks.lock().insert(key, Block { day, next: first + 1, end: first + BLOCK });
        first
    }
}
