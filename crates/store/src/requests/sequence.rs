//! Sequence numbers of a day, reserved in blocks, so that a node numbers requests without asking the database each
//! time.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::row::int_of;
use crate::sql::{Sql, scoped};
use crate::statement::Statement;
use crate::{Error, Result, Store};

const TRIES: usize = 50;

impl Store {
    /// Reserves `size` numbers of this day and returns the first.
    pub async fn reserve_numbers(&self, permit: &Permit<Change>, day: &str, size: i64) -> Result<i64> {
        let read = Sql::new(
            "SELECT next_no FROM docrequest_sequence WHERE country_code = $1 AND entity_code = $2 AND day = $3",
            scoped(permit, &[day]),
        );
        for _ in 0..TRIES {
            let next = self.first_decoded(permit, &read, int_of("docrequest_sequence", "next_no")).await?;
            let taken = match next {
                Some(next) => {
                    let mut values = vec![Value::Int(next + size)];
                    values.extend(scoped(permit, &[day]));
                    values.push(Value::Int(next));
                    let move_on = Statement::raw(
                        "docrequest_sequence",
                        r#"UPDATE docrequest_sequence
                            SET next_no = $1
                            WHERE country_code = $2 AND entity_code = $3 AND day = $4 AND next_no = $5"#,
                        values,
                    );
                    self.commit_unaudited(permit, vec![move_on.or_refuse(Refusal::Stale)]).await.map(|()| next)
                }
                None => {
                    let mut values = scoped(permit, &[day]);
                    values.push(Value::Int(1 + size));
                    let begin = Statement::raw(
                        "docrequest_sequence",
                        r#"INSERT INTO docrequest_sequence (country_code, entity_code, day, next_no)
                            VALUES ($1, $2, $3, $4)
                            ON CONFLICT DO NOTHING"#,
                        values,
                    );
                    self.commit_unaudited(permit, vec![begin.or_refuse(Refusal::Stale)]).await.map(|()| 1)
                }
            };
            match taken {
                Ok(first) => return Ok(first),
                Err(Error::Refused(Refusal::Stale)) => continue,
                Err(error) => return Err(error),
            }
        }
        Err(Error::Unavailable("no reference number could be reserved".into()))
    }
}
