use std::process::Command;

#[derive(Debug, Clone, Default)]
pub struct Figure {
    pub per_second: f64,
    pub p99_ms: f64,
    /// CPU time of the measured process per request.
    pub cpu_us: f64,
    pub errors: u64,
}

pub fn median(mut figures: Vec<Figure>) -> Figure {
    figures.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
    figures.swap_remove(figures.len() / 2)
}

pub fn machine() {
    let said = |program: &str, flag: &str| {
        let output = Command::new(program).arg(flag).output().map(|output| [output.stdout, output.stderr].concat());
        output
            .map(|bytes| String::from_utf8_lossy(&bytes).lines().next().unwrap_or_default().to_owned())
            .unwrap_or_default()
    };
    println!(
        "{} · {} · {} cores",
        said("rustc", "--version"),
        said("wrk", "--version"),
        std::thread::available_parallelism().map_or(0, usize::from)
    );
}

pub fn heading() {
    println!(
        "| workload | clients | Docz /s | p99 ms | CPU µs each | bare /s | p99 ms | CPU µs each | ratio | errors |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
}

pub fn line(name: &str, clients: usize, docz: &Figure, bare: &Figure) {
    let ratio = 100.0 * docz.per_second / bare.per_second;
    println!(
        "| {name} | {clients} | {:.0} | {:.1} | {:.0} | {:.0} | {:.1} | {:.0} | {ratio:.0} % | {} |",
        docz.per_second, docz.p99_ms, docz.cpu_us, bare.per_second, bare.p99_ms, bare.cpu_us, docz.errors
    );
}
