/** Stems of the passwords people choose most, without the digits and signs they put around them. */
const WORDS = `
  password passwort passwd passphrase secret geheim letmein welcome willkommen hello hallo bonjour login signin
  admin administrator root toor user guest test tester testing demo default changeme temp master superuser
  qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx wsxedc
  abc abcd abcdef iloveyou loveyou love lovely babygirl princess sunshine flower butterfly angel angels
  monkey dragon tiger lion eagle falcon panther shark dolphin horse puppy kitty kitten dog cat bear
  football baseball basketball hockey soccer golf tennis chelsea arsenal liverpool barcelona juventus
  superman batman spiderman ironman starwars pokemon naruto matrix hunter ninja killer shadow phantom ghost
  michael jordan jennifer jessica ashley daniel thomas robert andrew charlie george david joshua anthony
  summer winter spring autumn january february monday friday sunday december
  freedom trustno trustme access secure security private computer internet server network windows linux ubuntu
  samsung google facebook twitter apple microsoft android iphone
  money cash gold silver diamond rich million lambo moon tothemoon hodl bitcoin btc ethereum eth crypto satoshi
  binance bybit okx bitget kraken coinbase trader trading trade market bull bear pump wallet
  plimsoll pass pwd key keys please whatever nothing something anything forever blessed jesus
  cookie chocolate banana orange cherry pepper ginger coffee cheese pizza
  mustang ferrari porsche corvette harley yamaha mercedes toyota
  correcthorsebatterystaple thequickbrownfox`

export const COMMON_STEMS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
