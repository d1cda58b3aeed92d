/** The most common leaked passwords with six or more characters, in lower case. */
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 111111 000000 123123 123321 654321 666666 696969 112233 121212 131313
  159753 147258 222222 333333 444444 555555 777777 888888 999999 987654321 7777777 11111111 88888888 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx qazwsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz asdfgh asdfghjkl zxcvbn zxcvbnm
  abc123 abcd1234 abcdef a1b2c3 aa123456 password password1 password12 password123 passw0rd p@ssw0rd p@ssword
  pass123 pass1234 letmein letmein1 welcome welcome1 welcome123 admin1 admin12 admin123 administrator administrator1
  root123 toor123 changeme changeme1 secret secret1 default guest1 guest123 test123 test1234 testing testtest user123
  iloveyou iloveyou1 princess dragon monkey sunshine shadow master football baseball basketball superman batman
  michael jordan23 jennifer jessica charlie daniel thomas andrew joshua ashley nicole hunter hunter2 trustno1
  starwars pokemon whatever freedom computer internet samsung google facebook cheese summer winter autumn spring
  summer2024 winter2024 summer2025 winter2025 monday friday killer pepper ginger cookie banana orange purple silver
  golden diamond flower lovely loveme hello123 hello1 access mustang corvette ferrari mercedes liverpool chelsea
  arsenal barcelona matrix phoenix tigger buster soccer hockey ranger thunder maggie merlin`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * Reports whether an attacker would try this password first: a common one, the username itself, or one repeated
 * character.
 */
export function isCommonPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.has(lower) || lower === username.toLowerCase() || /^(.)\1*$/u.test(lower);
}
