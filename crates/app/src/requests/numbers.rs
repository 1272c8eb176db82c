use std::collections::HashMap;

use domain::access::{Change, Permit};
use domain::request::reference;
use jiff::civil::Date;
use parking_lot::Mutex;
use store::{Error, Store};

use crate::Result;

/// How many numbers a node reserves at a time. Unused ones are lost, as gaps are allowed.
const BLOCK_SIZE: i64 = 20;

/// Reference numbers reserved by this node.
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
                let first = store.reserve_numbers(permit, &day.to_string(), BLOCK_SIZE).await?;
                self.store_rest(key, day, first)
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

    /// Stores the rest of a block. When two blocks are reserved at once, the rest of one is lost.
    fn store_rest(&self, key: (String, String), day: Date, first: i64) -> i64 {
        self.blocks.lock().insert(key, Block { day, next: first + 1, end: first + BLOCK_SIZE });
        first
    }
}
