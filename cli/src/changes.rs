//! The changes of `hcl edit` as options, whose order counts.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The kind of a change of `hcl edit`.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Set,
    SetString,
    Rm,
    Mv,
    Add,
    Script,
}

impl Kind {
    pub const ALL: [Self; 6] = [Self::Set, Self::SetString, Self::Rm, Self::Mv, Self::Add, Self::Script];

    /// Returns the name of the option, which is also that in scripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::SetString => "set-string",
            Self::Rm => "rm",
            Self::Mv => "mv",
            Self::Add => "add",
            Self::Script => "script",
        }
    }

    /// Returns the form of the text on the command line. Scripts have a space in place of `=`.
    pub fn form(self) -> &'static str {
        match self {
            Self::Set => "ADDRESS=VALUE",
            Self::SetString => "ADDRESS=TEXT",
            Self::Mv => "FROM=TO",
            Self::Rm | Self::Add => "ADDRESS",
            Self::Script => "FILE",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Set => "Set the value at an address to an expression, as hcl set does",
            Self::SetString => "Set the value at an address to a text",
            Self::Rm => "Remove everything at an address, as hcl rm does",
            Self::Mv => "Rename or move an attribute or a block, as hcl mv does",
            Self::Add => "Add an empty block, as hcl add does",
            Self::Script => {
                "A file with one change on each line, such as set ADDRESS VALUE; - is standard input"
            }
        }
    }
}

/// The changes of `hcl edit` in the order of the command line, across options.
pub struct Changes(pub Vec<(Kind, String)>);

impl Args for Changes {
    fn augment_args(command: Command) -> Command {
        Kind::ALL.into_iter().fold(command, |command, kind| {
            let option = Arg::new(kind.name()).long(kind.name()).value_name(kind.form());
            command.arg(option.help(kind.help()).action(ArgAction::Append))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Changes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut changes = Vec::new();
        for kind in Kind::ALL {
            let indices = matches.indices_of(kind.name()).into_iter().flatten();
            let texts = matches.get_many::<String>(kind.name()).into_iter().flatten();
            changes.extend(indices.zip(texts).map(|(index, text)| (index, (kind, text.clone()))));
        }
        changes.sort_by_key(|(index, _)| *index);
        Ok(Self(changes.into_iter().map(|(_, change)| change).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
