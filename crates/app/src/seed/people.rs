//! Fictional customers with realistic names.

/// (first name, last name); the startup message names the first three as demo logins.
pub(super) const PEOPLE: &[(&str, &str)] = &[
    ("Meena", "Krishnan"),
    ("Arjun", "Rao"),
    ("Lakshmi", "Narayanan"),
    ("Karthik", "Subramanian"),
    ("Fathima", "Begum"),
    ("Joseph", "Antony"),
    ("Deepa", "Venkatesan"),
    ("Imran", "Khan"),
    ("Sowmya", "Raghavan"),
    ("Gopal", "Iyer"),
    ("Priya", "Menon"),
    ("Senthil", "Kumar"),
    ("Anjali", "Deshmukh"),
    ("Thomas", "Mathew"),
    ("Kavitha", "Murugan"),
    ("Ravi", "Shankar"),
    ("Nithya", "Balaji"),
    ("Mohammed", "Rafi"),
    ("Shalini", "Reddy"),
    ("Vignesh", "Pandian"),
    ("Divya", "Nair"),
    ("Suresh", "Babu"),
    ("Revathi", "Chandran"),
    ("Ashok", "Patel"),
];

pub(super) const PLACES: &[(&str, &str, &str, &str)] = &[
    ("14 Kamarajar Street", "Alwarpet", "Near the post office", "Chennai"),
    ("7 Gandhi Nagar, 2nd Cross", "Adyar", "Opposite the park", "Chennai"),
    ("221 Avinashi Road", "Peelamedu", "Behind the bus stand", "Coimbatore"),
    ("3 West Masi Street", "Simmakkal", "Near the temple", "Madurai"),
    ("58 Salai Road", "Thillai Nagar", "Next to the library", "Tiruchirappalli"),
    ("19 Beach Road", "Besant Nagar", "Second floor", "Chennai"),
];

/// Customer type, category, sub-category, purpose and industry of a request.
type Kind = (&'static str, &'static str, &'static str, &'static str, &'static str);

pub(super) const KYC: Kind = ("INDIVIDUAL", "KYC", "PERIODIC", "KYCUPD", "REALEST");

pub(super) const BANK: &[Kind] = &[
    ("INDIVIDUAL", "HOMELOAN", "PURCHASE", "NEWLOAN", "SALARIED"),
    ("INDIVIDUAL", "AUTOLOAN", "NEWCAR", "NEWLOAN", "SALARIED"),
    ("INDIVIDUAL", "PERSLOAN", "SALARIED", "NEWLOAN", "SALARIED"),
    ("COMPANY", "CURRACCT", "PVTLTD", "ACCTOPEN", "TRANSPORT"),
    ("INDIVIDUAL", "SAVACCT", "REGULAR", "ACCTOPEN", "SALARIED"),
    KYC,
    ("INDIVIDUAL", "EDULOAN", "ABROAD", "NEWLOAN", "SALARIED"),
];

pub(super) const EDUCATION: &[Kind] = &[
    ("INDIVIDUAL", "BENG", "CSE", "MANCHESTER", "GB"),
    ("INDIVIDUAL", "MS", "DATASCI", "NEU", "US"),
    ("INDIVIDUAL", "MBA", "FINANCE", "TORONTO", "CA"),
    ("INDIVIDUAL", "BSC", "BIOTECH", "MELBOURNE", "AU"),
    ("INDIVIDUAL", "MENG", "AUTO", "TUM", "DE"),
    ("INDIVIDUAL", "BBA", "MARKETING", "LEEDS", "GB"),
];

/// An additional document in some accepted requests, whose renewal is due about now.
pub(super) fn renewed_soon(entity: &str, at: usize) -> Option<&'static str> {
    match (entity, at) {
        ("NGB", 24) => Some("STOCKSTMT"),
        ("NGB", 30 | 31) => Some("GSTRET"),
        ("KALVI", 39 | 41) => Some("FINPROOF"),
        _ => None,
    }
}
