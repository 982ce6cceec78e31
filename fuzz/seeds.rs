//! Writes the configurations that the project has into a directory, a file each:
//! `seeds PROJECT DIRECTORY`.

use std::path::PathBuf;

use test_support::texts;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let usage = "seeds PROJECT DIRECTORY";
    let (project, directory) = (arguments.next().expect(usage), arguments.next().expect(usage));
    for (index, text) in texts::project(&project).into_iter().enumerate() {
        std::fs::write(directory.join(format!("{index:05}")), text)?;
    }
    Ok(())
}
