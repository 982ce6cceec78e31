//! Networks of IPv4 and IPv6 in CIDR notation (RFC 4632).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::fmt;

use serde_hcl::func::Budget;
use serde_hcl::value::ValueError;
use serde_hcl::{Function, Type, Value};

use super::Table;
use super::support::{builder, define, number, refused, string, text, text_refused, whole_number};

pub(super) const TABLE: &Table = table! {
    cidrcontains: "Returns whether an IP address prefix contains an address or another prefix.",
    cidrhost: "Returns the IP address of a host number in a prefix in CIDR notation.",
    cidrnetmask: "Returns the netmask of an IPv4 prefix in CIDR notation.",
    cidrsubnet: "Returns the subnet of a number in a prefix that is extended by some bits.",
    cidrsubnets: "Returns consecutive subnets of a prefix, each extended by some bits.",
};

/// The first bits of the addresses of IPv4 within IPv6.
const MAPPED: u128 = 0xffff;

/// A network: the first bits of its addresses.
#[derive(Clone, Copy)]
struct Network {
    /// The first address; of IPv4 the last 32 bits.
    address: u128,
    /// The number of first bits that all addresses have in common.
    prefix: u32,
    /// The number of bits of an address: 32 or 128.
    width: u32,
}

impl Network {
    /// Returns the network of the first argument. The results are charged: their number, and the
    /// maximum length of each.
    fn argument(value: &Value, count: usize, length: u64, budget: &Budget) -> Result<Self, ValueError> {
        budget.take_steps(4 * count as u64)?;
        budget.take_bytes(length * count as u64)?;
        Self::parse(text(value)).map_err(|error| error.with_argument(0))
    }

    fn parse(text: &str) -> Result<Self, ValueError> {
        let problem = |problem: &str| {
            let public = "the text is not a network in CIDR notation, such as 10.0.0.0/8";
            text_refused(text, public, &format!(": {problem}"))
        };
        let (address, prefix) =
            text.split_once('/').ok_or_else(|| problem("the length of the prefix is missing"))?;
        let (address, width) = match parse_address(address) {
            Some(IpAddr::V4(address)) => (u128::from(address.to_bits()), 32),
            Some(IpAddr::V6(address)) => (address.to_bits(), 128),
            None => return Err(problem("it does not begin with an address of IPv4 or IPv6")),
        };
        match short_number(prefix) {
            // As in Terraform, addresses of IPv4 within IPv6 are those of IPv4.
            Some(prefix) if width == 128 && prefix >= 96 && address >> 32 == MAPPED => {
                Ok(Self { address: address & u128::from(u32::MAX), prefix: prefix - 96, width: 32 }.start())
            }
            Some(prefix) if prefix <= width => Ok(Self { address, prefix, width }.start()),
            _ => Err(problem(&format!("the length of the prefix must be a number from 0 to {width}"))),
        }
    }

    /// Returns the network from its first address on.
    fn start(self) -> Self {
        Self { address: self.address & !self.host_mask(), ..self }
    }

    /// Returns the bits that the addresses do not have in common.
    fn host_mask(self) -> u128 {
        1_u128.checked_shl(self.width - self.prefix).unwrap_or(0).wrapping_sub(1)
    }

    /// Returns the text of an address of the network.
    fn address(self, address: u128) -> IpAddr {
        match u32::try_from(address) {
            Ok(address) if self.width == 32 => IpAddr::V4(Ipv4Addr::from_bits(address)),
            _ => IpAddr::V6(Ipv6Addr::from_bits(address)),
        }
    }

    /// Returns the network with a longer prefix that contains the first address.
    fn extended(self, bits: u32) -> Self {
        Self { prefix: self.prefix + bits, ..self }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address(self.address), self.prefix)
    }
}

/// Returns an address. As in Terraform, the numbers of IPv4 are decimal also with zeros before
/// them.
fn parse_address(text: &str) -> Option<IpAddr> {
    if text.contains(':') {
        return text.parse().ok();
    }
    let mut parts = text.split('.');
    let mut part = || u8::try_from(short_number(parts.next()?)?).ok();
    let address = Ipv4Addr::new(part()?, part()?, part()?, part()?);
    parts.next().is_none().then_some(IpAddr::V4(address))
}

/// Returns the number that a text of one to three digits is.
fn short_number(text: &str) -> Option<u32> {
    let is_short = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_short)
}

/// Returns a whole number of any size that fits an address.
fn whole(value: &Value, argument: usize) -> Result<i128, ValueError> {
    i128::try_from(value).map_err(|_| refused(argument, "a whole number within 128 bits is required"))
}

/// `cidrcontains(containing_prefix: string, contained_ip_or_prefix: string) -> bool`: whether an
/// address, or all of a network, is in another network.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let cidrcontains = function("cidrcontains").unwrap();
/// assert_eq!(
///     cidrcontains.call(&[value!("192.168.2.0/20"), value!("192.168.2.1")])?,
///     value!(true)
/// );
/// assert_eq!(
///     cidrcontains.call(&[value!("192.168.2.0/20"), value!("192.168.0.0/16")])?,
///     value!(false)
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a network, the second one is neither an address
/// nor a network, or they are of different versions of IP.
pub(super) fn cidrcontains() -> Function {
    let parameters = [string("containing_prefix"), string("contained_ip_or_prefix")];
    define(parameters, Type::Bool, |[network, inner], budget| {
        let network = Network::argument(network, 1, 0, budget)?;
        let inner = match parse_address(text(inner)) {
            Some(address) => match address.to_canonical() {
                IpAddr::V4(address) => Network { address: address.to_bits().into(), prefix: 32, width: 32 },
                IpAddr::V6(address) => Network { address: address.to_bits(), prefix: 128, width: 128 },
            },
            None => Network::parse(text(inner)).map_err(|error| error.with_argument(1))?,
        };
        if inner.width != network.width {
            return Err(refused(1, "one is of IPv4, and the other of IPv6"));
        }
        let is_inside = inner.address & !network.host_mask() == network.address;
        Ok(Value::from(is_inside && inner.prefix >= network.prefix))
    })
}

/// `cidrhost(prefix: string, hostnum: number) -> string`: the address of a number in a network. A
/// negative number counts from the end.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let cidrhost = function("cidrhost").unwrap();
/// assert_eq!(cidrhost.call(&[value!("10.12.112.0/20"), value!(16)])?, value!("10.12.112.16"));
/// assert_eq!(
///     cidrhost.call(&[value!("fd00:fd12:3456:7890::/72"), value!(34)])?,
///     value!("fd00:fd12:3456:7890::22")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a network, or the network has no address with this
/// number.
pub(super) fn cidrhost() -> Function {
    define([string("prefix"), number("hostnum")], Type::String, |[prefix, number], budget| {
        let network = Network::argument(prefix, 1, 40, budget)?;
        let number = whole(number, 1)?;
        let last = network.host_mask();
        let host = match u128::try_from(number) {
            Ok(number) => Some(number).filter(|number| *number <= last),
            Err(_) => last.checked_sub((number + 1).unsigned_abs()),
        };
        let host = host.ok_or_else(|| {
            refused(1, format!("a prefix of {} bits has no host numbered {number}", network.prefix))
        })?;
        Ok(Value::from(network.address(network.address | host).to_string()))
    })
}

/// `cidrnetmask(prefix: string) -> string`: the netmask of an IPv4 network.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let cidrnetmask = function("cidrnetmask").unwrap();
/// assert_eq!(cidrnetmask.call(&[value!("172.16.0.0/12")])?, value!("255.240.0.0"));
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the argument is not a network of IPv4.
pub(super) fn cidrnetmask() -> Function {
    define([string("prefix")], Type::String, |[prefix], budget| {
        let network = Network::argument(prefix, 1, 16, budget)?;
        if network.width != 32 {
            return Err(refused(0, "a network of IPv6 has no netmask"));
        }
        let mask = !network.host_mask() & u128::from(u32::MAX);
        Ok(Value::from(network.address(mask).to_string()))
    })
}

/// `cidrsubnet(prefix: string, newbits: number, netnum: number) -> string`: the subnet of a number,
/// whose prefix is longer by `newbits` bits.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let cidrsubnet = function("cidrsubnet").unwrap();
/// assert_eq!(
///     cidrsubnet.call(&[value!("172.16.0.0/12"), value!(4), value!(2)])?,
///     value!("172.18.0.0/16")
/// );
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a network, the prefix would be longer than an
/// address, or the bits are too few for the number.
pub(super) fn cidrsubnet() -> Function {
    let parameters = [string("prefix"), number("newbits"), number("netnum")];
    define(parameters, Type::String, |[prefix, bits, number], budget| {
        let network = Network::argument(prefix, 1, 44, budget)?;
        let bits = whole_number(bits).map_err(|error| error.with_argument(1))?;
        let left = network.width - network.prefix;
        let bits = u32::try_from(bits).ok().filter(|bits| *bits <= left).ok_or_else(|| {
            let range = format!("can be extended by 0 to {left} bits, not by {bits}");
            refused(1, format!("a prefix of {} bits {range}", network.prefix))
        })?;
        let number = whole(number, 2)?;
        let last = 1_u128.checked_shl(bits).unwrap_or(0).wrapping_sub(1);
        let wanted = u128::try_from(number).ok().filter(|number| *number <= last).ok_or_else(|| {
            refused(2, format!("a prefix that is extended by {bits} bits has no subnet numbered {number}"))
        })?;
        let subnet = network.extended(bits);
        let address = subnet.address | wanted.checked_shl(subnet.width - subnet.prefix).unwrap_or(0);
        Ok(Value::from(Network { address, ..subnet }.to_string()))
    })
}

/// `cidrsubnets(prefix: string, newbits: number...) -> list(string)`: subnets one after the other,
/// whose prefixes are longer by each number of bits, which is at least 1.
///
/// ```
/// use serde_hcl::value;
/// use serde_hcl_terraform::function;
///
/// let subnets = function("cidrsubnets").unwrap().call(&[
///     value!("10.1.0.0/16"),
///     value!(4),
///     value!(8),
///     value!(4),
/// ])?;
/// assert_eq!(subnets.to_string(), r#"["10.1.0.0/20", "10.1.16.0/24", "10.1.32.0/20"]"#);
/// # Ok::<(), serde_hcl::value::ValueError>(())
/// ```
///
/// # Errors
/// Returns an error if the first argument is not a network, a prefix would be longer than an
/// address, or there is no space left.
pub(super) fn cidrsubnets() -> Function {
    builder([string("prefix")])
        .variadic(number("newbits"))
        .returns(Type::list(Type::String))
        .never_null()
        .implement_within(|arguments, _, budget| {
            budget.take_elements(arguments.len() + 2)?;
            let network = Network::argument(&arguments[0], arguments.len(), 44, budget)?;
            let mut subnets = Vec::with_capacity(arguments.len());
            // The first free address, or `None` after the last address.
            let mut next = Some(network.address);
            for (index, bits) in arguments.iter().enumerate().skip(1) {
                let bits = whole_number(bits).map_err(|error| error.with_argument(index))?;
                let bits = u32::try_from(bits).ok().filter(|bits| (1..=128).contains(bits));
                let bits =
                    bits.ok_or_else(|| refused(index, "a number of bits from 1 to 128 is required"))?;
                let subnet = network.extended(bits);
                let (prefix, width) = (subnet.prefix, network.width);
                if prefix > width {
                    let message = format!(
                        "a prefix of {prefix} bits is longer than an address, which has {width} bits"
                    );
                    return Err(refused(index, message));
                }
                let mask = subnet.host_mask();
                let aligned = next.and_then(|next| next.checked_add(mask)).map(|next| next & !mask);
                let address = aligned.filter(|it| it & !network.host_mask() == network.address);
                let address = address.ok_or_else(|| {
                    let message =
                        format!("there is no space left for a subnet with a prefix of {prefix} bits");
                    refused(index, message)
                })?;
                next = address.checked_add(mask).and_then(|last| last.checked_add(1));
                subnets.push(Value::from(Network { address, ..subnet }.to_string()));
            }
            Value::list(Type::String, subnets)
        })
}
