/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-language-names.h"

#include <stdlib.h>
#include <string.h>

#include "trs-i18n.h"

typedef struct
{
  const char *code;
  const char *name;
} Name;

/* The living languages of ISO 639-2 and some that are much spoken, by the code that
 * BCP 47 takes, in the order of strcmp(). The names are keys of the iso-codes
 * translations, tried one after the other; the first is the one that English
 * speakers look for.
 */
static const Name languages[] = {
  { "aa", "Afar" }, { "ab", "Abkhazian" }, { "ace", "Achinese" }, { "ach", "Acoli" }, { "ada", "Adangme" },
  { "ady", "Adyghe|Adyghe; Adygei" }, { "af", "Afrikaans" }, { "ain", "Ainu" }, { "ak", "Akan" }, { "ale", "Aleut" },
  { "alt", "Southern Altai" }, { "am", "Amharic" }, { "an", "Aragonese" }, { "anp", "Angika" },
  { "apc", "North Levantine Arabic" }, { "ar", "Arabic" }, { "arn", "Mapudungun|Mapudungun; Mapuche" },
  { "arp", "Arapaho" }, { "arw", "Arawak" }, { "ary", "Moroccan Arabic" }, { "arz", "Egyptian Arabic" },
  { "as", "Assamese" }, { "ast", "Asturian|Asturian; Bable; Leonese; Asturleonese" }, { "av", "Avaric" },
  { "awa", "Awadhi" }, { "ay", "Aymara" }, { "az", "Azerbaijani" }, { "ba", "Bashkir" }, { "bal", "Baluchi" },
  { "ban", "Balinese" }, { "bar", "Bavarian" }, { "bas", "Basa" }, { "be", "Belarusian" },
  { "bej", "Beja|Beja; Bedawiyet" }, { "bem", "Bemba" }, { "bg", "Bulgarian" }, { "bho", "Bhojpuri" },
  { "bi", "Bislama" }, { "bik", "Bikol" }, { "bin", "Bini|Bini; Edo" }, { "bla", "Siksika" }, { "bm", "Bambara" },
  { "bn", "Bengali" }, { "bo", "Tibetan" }, { "br", "Breton" }, { "bra", "Braj" }, { "bs", "Bosnian" },
  { "bua", "Buriat" }, { "bug", "Buginese" }, { "byn", "Bilin|Blin; Bilin" }, { "ca", "Catalan|Catalan; Valencian" },
  { "cad", "Caddo" }, { "car", "Galibi Carib" }, { "ce", "Chechen" }, { "ceb", "Cebuano" }, { "ch", "Chamorro" },
  { "chk", "Chuukese" }, { "chm", "Mari" }, { "chn", "Chinook jargon" }, { "cho", "Choctaw" },
  { "chp", "Chipewyan|Chipewyan; Dene Suline" }, { "chr", "Cherokee" }, { "chy", "Cheyenne" },
  { "ckb", "Central Kurdish" }, { "cmn", "Mandarin Chinese" }, { "cnr", "Montenegrin" }, { "co", "Corsican" },
  { "cr", "Cree" }, { "crh", "Crimean Tatar|Crimean Tatar; Crimean Turkish" }, { "cs", "Czech" },
  { "csb", "Kashubian" }, { "cv", "Chuvash" }, { "cy", "Welsh" }, { "da", "Danish" }, { "dak", "Dakota" },
  { "dar", "Dargwa" }, { "de", "German" }, { "del", "Delaware" }, { "den", "Slave (Athapascan)" },
  { "dgr", "Dogrib" }, { "din", "Dinka" }, { "doi", "Dogri" }, { "dsb", "Lower Sorbian" }, { "dua", "Duala" },
  { "dv", "Dhivehi|Divehi; Dhivehi; Maldivian" }, { "dyu", "Dyula" }, { "dz", "Dzongkha" }, { "ee", "Ewe" },
  { "efi", "Efik" }, { "eka", "Ekajuk" }, { "el", "Greek|Modern Greek (1453-)|Greek, Modern (1453-)" },
  { "en", "English" }, { "eo", "Esperanto" }, { "es", "Spanish|Spanish; Castilian" }, { "et", "Estonian" },
  { "eu", "Basque" }, { "ewo", "Ewondo" }, { "fa", "Persian" }, { "fan", "Fang" }, { "fat", "Fanti" },
  { "ff", "Fulah" }, { "fi", "Finnish" }, { "fil", "Filipino|Filipino; Pilipino" }, { "fj", "Fijian" },
  { "fo", "Faroese" }, { "fon", "Fon" }, { "fr", "French" }, { "frr", "Northern Frisian" },
  { "frs", "Eastern Frisian" }, { "fur", "Friulian" }, { "fy", "Western Frisian" }, { "ga", "Irish" },
  { "gaa", "Ga" }, { "gay", "Gayo" }, { "gba", "Gbaya" }, { "gd", "Scottish Gaelic|Gaelic; Scottish Gaelic" },
  { "gil", "Gilbertese" }, { "gl", "Galician" }, { "gn", "Guarani" }, { "gon", "Gondi" }, { "gor", "Gorontalo" },
  { "grb", "Grebo" }, { "gsw", "Swiss German|Swiss German; Alemannic; Alsatian" }, { "gu", "Gujarati" },
  { "gv", "Manx" }, { "gwi", "Gwich'in" }, { "ha", "Hausa" }, { "hai", "Haida" }, { "haw", "Hawaiian" },
  { "he", "Hebrew" }, { "hi", "Hindi" }, { "hil", "Hiligaynon" }, { "hmn", "Hmong|Hmong; Mong" },
  { "ho", "Hiri Motu" }, { "hr", "Croatian" }, { "hsb", "Upper Sorbian" },
  { "ht", "Haitian Creole|Haitian|Haitian; Haitian Creole" }, { "hu", "Hungarian" }, { "hup", "Hupa" },
  { "hy", "Armenian" }, { "hz", "Herero" }, { "ia", "Interlingua (International Auxiliary Language Association)" },
  { "iba", "Iban" }, { "id", "Indonesian" }, { "ig", "Igbo" }, { "ii", "Sichuan Yi|Sichuan Yi; Nuosu" },
  { "ik", "Inupiaq" }, { "ilo", "Iloko" }, { "inh", "Ingush" }, { "is", "Icelandic" }, { "it", "Italian" },
  { "iu", "Inuktitut" }, { "ja", "Japanese" }, { "jpr", "Judeo-Persian" }, { "jrb", "Judeo-Arabic" },
  { "jv", "Javanese" }, { "ka", "Georgian" }, { "kaa", "Kara-Kalpak" }, { "kab", "Kabyle" },
  { "kac", "Kachin|Kachin; Jingpho" }, { "kam", "Kamba" }, { "kbd", "Kabardian" }, { "kg", "Kongo" },
  { "kha", "Khasi" }, { "ki", "Kikuyu|Kikuyu; Gikuyu" }, { "kj", "Kuanyama|Kuanyama; Kwanyama" }, { "kk", "Kazakh" },
  { "kl", "Kalaallisut|Kalaallisut; Greenlandic" }, { "km", "Khmer|Central Khmer" }, { "kmb", "Kimbundu" },
  { "kn", "Kannada" }, { "ko", "Korean" }, { "kok", "Konkani" }, { "kos", "Kosraean" }, { "kpe", "Kpelle" },
  { "kr", "Kanuri" }, { "krc", "Karachay-Balkar" }, { "krl", "Karelian" }, { "kru", "Kurukh" }, { "ks", "Kashmiri" },
  { "ksh", "Kölsch" }, { "ku", "Kurdish" }, { "kum", "Kumyk" }, { "kut", "Kutenai" }, { "kv", "Komi" },
  { "kw", "Cornish" }, { "ky", "Kyrgyz|Kirghiz|Kirghiz; Kyrgyz" }, { "la", "Latin" }, { "lad", "Ladino" },
  { "lah", "Lahnda" }, { "lam", "Lamba" }, { "lb", "Luxembourgish|Luxembourgish; Letzeburgesch" },
  { "lez", "Lezghian" }, { "lg", "Ganda" }, { "li", "Limburgan|Limburgan; Limburger; Limburgish" },
  { "ln", "Lingala" }, { "lo", "Lao" }, { "lol", "Mongo" }, { "loz", "Lozi" }, { "lt", "Lithuanian" },
  { "lu", "Luba-Katanga" }, { "lua", "Luba-Lulua" }, { "lun", "Lunda" }, { "luo", "Luo (Kenya and Tanzania)" },
  { "lus", "Lushai" }, { "lv", "Latvian" }, { "mad", "Madurese" }, { "mag", "Magahi" }, { "mai", "Maithili" },
  { "mak", "Makasar" }, { "man", "Mandingo" }, { "mas", "Masai" }, { "mdf", "Moksha" }, { "mdr", "Mandar" },
  { "men", "Mende" }, { "mg", "Malagasy" }, { "mh", "Marshallese" }, { "mi", "Maori" },
  { "mic", "Mi'kmaq|Mi'kmaq; Micmac" }, { "min", "Minangkabau" }, { "mk", "Macedonian" }, { "ml", "Malayalam" },
  { "mn", "Mongolian" }, { "mnc", "Manchu" }, { "mni", "Manipuri" }, { "moh", "Mohawk" }, { "mos", "Mossi" },
  { "mr", "Marathi" }, { "ms", "Malay" }, { "mt", "Maltese" }, { "mus", "Creek" }, { "mwl", "Mirandese" },
  { "mwr", "Marwari" }, { "my", "Burmese" }, { "myv", "Erzya" }, { "na", "Nauru" }, { "nan", "Min Nan Chinese" },
  { "nap", "Neapolitan" }, { "nb", "Norwegian Bokmål|Bokmål, Norwegian; Norwegian Bokmål" },
  { "nd", "North Ndebele|Ndebele, North; North Ndebele" },
  { "nds", "Low German|Low German; Low Saxon; German, Low; Saxon, Low" }, { "ne", "Nepali" },
  { "new", "Newari|Nepal Bhasa; Newari" }, { "ng", "Ndonga" }, { "nia", "Nias" }, { "niu", "Niuean" },
  { "nl", "Dutch|Dutch; Flemish" }, { "nn", "Norwegian Nynorsk|Norwegian Nynorsk; Nynorsk, Norwegian" },
  { "no", "Norwegian" }, { "nog", "Nogai" }, { "nqo", "N'Ko" },
  { "nr", "South Ndebele|Ndebele, South; South Ndebele" }, { "nso", "Pedi|Pedi; Sepedi; Northern Sotho" },
  { "nv", "Navajo|Navajo; Navaho" }, { "ny", "Nyanja|Chichewa; Chewa; Nyanja" }, { "nym", "Nyamwezi" },
  { "nyn", "Nyankole" }, { "nyo", "Nyoro" }, { "nzi", "Nzima" },
  { "oc", "Occitan (post 1500)|Occitan (post 1500); Provençal" }, { "oj", "Ojibwa" }, { "om", "Oromo" },
  { "or", "Oriya" }, { "os", "Ossetian|Ossetian; Ossetic" }, { "osa", "Osage" },
  { "pa", "Punjabi|Panjabi|Panjabi; Punjabi" }, { "pag", "Pangasinan" }, { "pam", "Pampanga|Pampanga; Kapampangan" },
  { "pap", "Papiamento" }, { "pau", "Palauan" }, { "pcm", "Nigerian Pidgin" }, { "pes", "Iranian Persian" },
  { "pl", "Polish" }, { "pon", "Pohnpeian" }, { "prs", "Dari" }, { "ps", "Pashto|Pushto|Pushto; Pashto" },
  { "pt", "Portuguese" }, { "qu", "Quechua" }, { "raj", "Rajasthani" }, { "rap", "Rapanui" },
  { "rar", "Rarotongan|Rarotongan; Cook Islands Maori" }, { "rm", "Romansh" }, { "rn", "Rundi" },
  { "ro", "Romanian|Romanian; Moldavian; Moldovan" }, { "rom", "Romany" }, { "ru", "Russian" },
  { "rup", "Macedo-Romanian|Aromanian; Arumanian; Macedo-Romanian" }, { "rw", "Kinyarwanda" }, { "sa", "Sanskrit" },
  { "sad", "Sandawe" }, { "sah", "Yakut" }, { "sas", "Sasak" }, { "sat", "Santali" }, { "sc", "Sardinian" },
  { "scn", "Sicilian" }, { "sco", "Scots" }, { "sd", "Sindhi" }, { "se", "Northern Sami" }, { "sel", "Selkup" },
  { "sg", "Sango" }, { "shn", "Shan" }, { "si", "Sinhala|Sinhala; Sinhalese" }, { "sid", "Sidamo" },
  { "sk", "Slovak" }, { "sl", "Slovenian" }, { "sm", "Samoan" }, { "sma", "Southern Sami" }, { "smj", "Lule Sami" },
  { "smn", "Inari Sami" }, { "sms", "Skolt Sami" }, { "sn", "Shona" }, { "snk", "Soninke" }, { "so", "Somali" },
  { "sq", "Albanian" }, { "sr", "Serbian" }, { "srn", "Sranan Tongo" }, { "srr", "Serer" }, { "ss", "Swati" },
  { "st", "Southern Sotho|Sotho, Southern" }, { "su", "Sundanese" }, { "suk", "Sukuma" }, { "sus", "Susu" },
  { "sv", "Swedish" }, { "sw", "Swahili" }, { "syr", "Syriac" }, { "ta", "Tamil" }, { "te", "Telugu" },
  { "tem", "Timne" }, { "ter", "Tereno" }, { "tet", "Tetum" }, { "tg", "Tajik" }, { "th", "Thai" },
  { "ti", "Tigrinya" }, { "tig", "Tigre" }, { "tiv", "Tiv" }, { "tk", "Turkmen" }, { "tkl", "Tokelau" },
  { "tl", "Tagalog" }, { "tli", "Tlingit" }, { "tmh", "Tamashek" }, { "tn", "Tswana" },
  { "to", "Tonga (Tonga Islands)" }, { "tog", "Tonga (Nyasa)" }, { "tpi", "Tok Pisin" }, { "tr", "Turkish" },
  { "ts", "Tsonga" }, { "tsi", "Tsimshian" }, { "tt", "Tatar" }, { "tum", "Tumbuka" }, { "tvl", "Tuvalu" },
  { "tw", "Twi" }, { "ty", "Tahitian" }, { "tyv", "Tuvinian" }, { "udm", "Udmurt" },
  { "ug", "Uyghur|Uighur|Uighur; Uyghur" }, { "uk", "Ukrainian" }, { "umb", "Umbundu" }, { "ur", "Urdu" },
  { "uz", "Uzbek" }, { "vai", "Vai" }, { "ve", "Venda" }, { "vi", "Vietnamese" }, { "vot", "Votic" },
  { "wa", "Walloon" }, { "wal", "Walamo" }, { "war", "Waray" }, { "was", "Washo" }, { "wo", "Wolof" },
  { "wuu", "Wu Chinese" }, { "xal", "Kalmyk|Kalmyk; Oirat" }, { "xh", "Xhosa" }, { "yao", "Yao" },
  { "yap", "Yapese" }, { "yi", "Yiddish" }, { "yo", "Yoruba" }, { "yue", "Yue Chinese" },
  { "za", "Zhuang|Zhuang; Chuang" }, { "zap", "Zapotec" }, { "zen", "Zenaga" },
  { "zgh", "Standard Moroccan Tamazight" }, { "zh", "Chinese" }, { "zu", "Zulu" }, { "zun", "Zuni" },
  { "zza", "Zaza|Zaza; Dimili; Dimli; Kirdki; Kirmanjki; Zazaki" },
};

static const Name regions[] = {
  { "AD", "Andorra" }, { "AE", "United Arab Emirates" }, { "AF", "Afghanistan" }, { "AG", "Antigua and Barbuda" },
  { "AI", "Anguilla" }, { "AL", "Albania" }, { "AM", "Armenia" }, { "AO", "Angola" }, { "AQ", "Antarctica" },
  { "AR", "Argentina" }, { "AS", "American Samoa" }, { "AT", "Austria" }, { "AU", "Australia" }, { "AW", "Aruba" },
  { "AX", "Åland Islands" }, { "AZ", "Azerbaijan" }, { "BA", "Bosnia and Herzegovina" }, { "BB", "Barbados" },
  { "BD", "Bangladesh" }, { "BE", "Belgium" }, { "BF", "Burkina Faso" }, { "BG", "Bulgaria" }, { "BH", "Bahrain" },
  { "BI", "Burundi" }, { "BJ", "Benin" }, { "BL", "Saint Barthélemy" }, { "BM", "Bermuda" },
  { "BN", "Brunei Darussalam" }, { "BO", "Bolivia" }, { "BQ", "Bonaire, Sint Eustatius and Saba" },
  { "BR", "Brazil" }, { "BS", "Bahamas" }, { "BT", "Bhutan" }, { "BV", "Bouvet Island" }, { "BW", "Botswana" },
  { "BY", "Belarus" }, { "BZ", "Belize" }, { "CA", "Canada" }, { "CC", "Cocos (Keeling) Islands" },
  { "CD", "Congo, The Democratic Republic of the" }, { "CF", "Central African Republic" }, { "CG", "Congo" },
  { "CH", "Switzerland" }, { "CI", "Côte d'Ivoire" }, { "CK", "Cook Islands" }, { "CL", "Chile" },
  { "CM", "Cameroon" }, { "CN", "China" }, { "CO", "Colombia" }, { "CR", "Costa Rica" }, { "CU", "Cuba" },
  { "CV", "Cabo Verde" }, { "CW", "Curaçao" }, { "CX", "Christmas Island" }, { "CY", "Cyprus" }, { "CZ", "Czechia" },
  { "DE", "Germany" }, { "DJ", "Djibouti" }, { "DK", "Denmark" }, { "DM", "Dominica" },
  { "DO", "Dominican Republic" }, { "DZ", "Algeria" }, { "EC", "Ecuador" }, { "EE", "Estonia" }, { "EG", "Egypt" },
  { "EH", "Western Sahara" }, { "ER", "Eritrea" }, { "ES", "Spain" }, { "ET", "Ethiopia" }, { "FI", "Finland" },
  { "FJ", "Fiji" }, { "FK", "Falkland Islands (Malvinas)" }, { "FM", "Micronesia, Federated States of" },
  { "FO", "Faroe Islands" }, { "FR", "France" }, { "GA", "Gabon" }, { "GB", "United Kingdom" }, { "GD", "Grenada" },
  { "GE", "Georgia" }, { "GF", "French Guiana" }, { "GG", "Guernsey" }, { "GH", "Ghana" }, { "GI", "Gibraltar" },
  { "GL", "Greenland" }, { "GM", "Gambia" }, { "GN", "Guinea" }, { "GP", "Guadeloupe" },
  { "GQ", "Equatorial Guinea" }, { "GR", "Greece" }, { "GS", "South Georgia and the South Sandwich Islands" },
  { "GT", "Guatemala" }, { "GU", "Guam" }, { "GW", "Guinea-Bissau" }, { "GY", "Guyana" }, { "HK", "Hong Kong" },
  { "HM", "Heard Island and McDonald Islands" }, { "HN", "Honduras" }, { "HR", "Croatia" }, { "HT", "Haiti" },
  { "HU", "Hungary" }, { "ID", "Indonesia" }, { "IE", "Ireland" }, { "IL", "Israel" }, { "IM", "Isle of Man" },
  { "IN", "India" }, { "IO", "British Indian Ocean Territory" }, { "IQ", "Iraq" }, { "IR", "Iran" },
  { "IS", "Iceland" }, { "IT", "Italy" }, { "JE", "Jersey" }, { "JM", "Jamaica" }, { "JO", "Jordan" },
  { "JP", "Japan" }, { "KE", "Kenya" }, { "KG", "Kyrgyzstan" }, { "KH", "Cambodia" }, { "KI", "Kiribati" },
  { "KM", "Comoros" }, { "KN", "Saint Kitts and Nevis" }, { "KP", "North Korea" }, { "KR", "South Korea" },
  { "KW", "Kuwait" }, { "KY", "Cayman Islands" }, { "KZ", "Kazakhstan" }, { "LA", "Laos" }, { "LB", "Lebanon" },
  { "LC", "Saint Lucia" }, { "LI", "Liechtenstein" }, { "LK", "Sri Lanka" }, { "LR", "Liberia" },
  { "LS", "Lesotho" }, { "LT", "Lithuania" }, { "LU", "Luxembourg" }, { "LV", "Latvia" }, { "LY", "Libya" },
  { "MA", "Morocco" }, { "MC", "Monaco" }, { "MD", "Moldova" }, { "ME", "Montenegro" },
  { "MF", "Saint Martin (French part)" }, { "MG", "Madagascar" }, { "MH", "Marshall Islands" },
  { "MK", "North Macedonia" }, { "ML", "Mali" }, { "MM", "Myanmar" }, { "MN", "Mongolia" }, { "MO", "Macao" },
  { "MP", "Northern Mariana Islands" }, { "MQ", "Martinique" }, { "MR", "Mauritania" }, { "MS", "Montserrat" },
  { "MT", "Malta" }, { "MU", "Mauritius" }, { "MV", "Maldives" }, { "MW", "Malawi" }, { "MX", "Mexico" },
  { "MY", "Malaysia" }, { "MZ", "Mozambique" }, { "NA", "Namibia" }, { "NC", "New Caledonia" }, { "NE", "Niger" },
  { "NF", "Norfolk Island" }, { "NG", "Nigeria" }, { "NI", "Nicaragua" }, { "NL", "Netherlands" },
  { "NO", "Norway" }, { "NP", "Nepal" }, { "NR", "Nauru" }, { "NU", "Niue" }, { "NZ", "New Zealand" },
  { "OM", "Oman" }, { "PA", "Panama" }, { "PE", "Peru" }, { "PF", "French Polynesia" }, { "PG", "Papua New Guinea" },
  { "PH", "Philippines" }, { "PK", "Pakistan" }, { "PL", "Poland" }, { "PM", "Saint Pierre and Miquelon" },
  { "PN", "Pitcairn" }, { "PR", "Puerto Rico" }, { "PS", "Palestine, State of" }, { "PT", "Portugal" },
  { "PW", "Palau" }, { "PY", "Paraguay" }, { "QA", "Qatar" }, { "RE", "Réunion" }, { "RO", "Romania" },
  { "RS", "Serbia" }, { "RU", "Russian Federation" }, { "RW", "Rwanda" }, { "SA", "Saudi Arabia" },
  { "SB", "Solomon Islands" }, { "SC", "Seychelles" }, { "SD", "Sudan" }, { "SE", "Sweden" }, { "SG", "Singapore" },
  { "SH", "Saint Helena, Ascension and Tristan da Cunha" }, { "SI", "Slovenia" }, { "SJ", "Svalbard and Jan Mayen" },
  { "SK", "Slovakia" }, { "SL", "Sierra Leone" }, { "SM", "San Marino" }, { "SN", "Senegal" }, { "SO", "Somalia" },
  { "SR", "Suriname" }, { "SS", "South Sudan" }, { "ST", "Sao Tome and Principe" }, { "SV", "El Salvador" },
  { "SX", "Sint Maarten (Dutch part)" }, { "SY", "Syria" }, { "SZ", "Eswatini" },
  { "TC", "Turks and Caicos Islands" }, { "TD", "Chad" }, { "TF", "French Southern Territories" }, { "TG", "Togo" },
  { "TH", "Thailand" }, { "TJ", "Tajikistan" }, { "TK", "Tokelau" }, { "TL", "Timor-Leste" },
  { "TM", "Turkmenistan" }, { "TN", "Tunisia" }, { "TO", "Tonga" }, { "TR", "Türkiye" },
  { "TT", "Trinidad and Tobago" }, { "TV", "Tuvalu" }, { "TW", "Taiwan" }, { "TZ", "Tanzania" }, { "UA", "Ukraine" },
  { "UG", "Uganda" }, { "UM", "United States Minor Outlying Islands" }, { "US", "United States" },
  { "UY", "Uruguay" }, { "UZ", "Uzbekistan" }, { "VA", "Holy See (Vatican City State)" },
  { "VC", "Saint Vincent and the Grenadines" }, { "VE", "Venezuela" }, { "VG", "Virgin Islands, British" },
  { "VI", "Virgin Islands, U.S." }, { "VN", "Vietnam" }, { "VU", "Vanuatu" }, { "WF", "Wallis and Futuna" },
  { "WS", "Samoa" }, { "YE", "Yemen" }, { "YT", "Mayotte" }, { "ZA", "South Africa" }, { "ZM", "Zambia" },
  { "ZW", "Zimbabwe" },
};

static const Name scripts[] = {
  { "Adlm", "Adlam" }, { "Arab", "Arabic" }, { "Armn", "Armenian" }, { "Beng", "Bengali" },
  { "Cans", "Unified Canadian Aboriginal Syllabics" }, { "Cher", "Cherokee" }, { "Cyrl", "Cyrillic" },
  { "Deva", "Devanagari (Nagari)" }, { "Ethi", "Ethiopic (Geʻez)" }, { "Geor", "Georgian (Mkhedruli)" },
  { "Grek", "Greek" }, { "Gujr", "Gujarati" }, { "Guru", "Gurmukhi" }, { "Hebr", "Hebrew" },
  { "Jpan", "Japanese (alias for Han + Hiragana + Katakana)" }, { "Khmr", "Khmer" }, { "Knda", "Kannada" },
  { "Kore", "Korean (alias for Hangul + Han)" }, { "Laoo", "Lao" }, { "Latn", "Latin" }, { "Mlym", "Malayalam" },
  { "Mong", "Mongolian" }, { "Mymr", "Myanmar (Burmese)" }, { "Nkoo", "N’Ko" },
  { "Olck", "Ol Chiki (Ol Cemet’, Ol, Santali)" }, { "Orya", "Oriya" }, { "Sinh", "Sinhala" }, { "Syrc", "Syriac" },
  { "Taml", "Tamil" }, { "Telu", "Telugu" }, { "Tfng", "Tifinagh (Berber)" }, { "Thaa", "Thaana" },
  { "Thai", "Thai" }, { "Tibt", "Tibetan" }, { "Vaii", "Vai" }, { "Yiii", "Yi" },
};

/* What is worth choosing beside the plain languages. */
static const char * const varieties[] = {
  "ar-EG", "de-AT", "de-CH", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "en-US", "en-ZA", "es-419", "es-AR",
  "es-ES", "es-MX", "es-US", "fr-BE", "fr-CA", "fr-CH", "fr-FR", "nl-BE", "pt-BR", "pt-PT", "sr-Cyrl", "sr-Latn",
  "zh-HK", "zh-Hans", "zh-Hant", "zh-TW",
};

static int
compare_names (const void *a,
               const void *b)
{
  return strcmp (((const Name *) a)->code, ((const Name *) b)->code);
}

static const char *
find_name (const Name *names,
           gsize       n_names,
           const char *code)
{
  const Name key = { code, NULL };
  const Name *found = bsearch (&key, names, n_names, sizeof (Name), compare_names);

  return found != NULL ? found->name : NULL;
}

/* As the header of a translation says, up to what sets "de_AT" apart; empty where there is none. */
static char *
dup_language_of (const char *domain)
{
  const char *header = dgettext (domain, "");
  const char *field = strstr (header, "Language: ");

  if (field == NULL || (field != header && field[-1] != '\n'))
    return g_strdup ("");
  field += strlen ("Language: ");
  return g_strndup (field, strcspn (field, "_@-.\n"));
}

/* Names in one language among words in another would belong to neither. */
static gboolean
speaks_as_the_interface (const char *domain)
{
  g_autofree char *ours = dup_language_of (TRS_GETTEXT_PACKAGE);
  g_autofree char *theirs = dup_language_of (domain);

  return *ours != '\0' && strcmp (ours, theirs) == 0;
}

static const char *
translate (const char *domain,
           const char *name)
{
  static gsize bound;

  if (g_once_init_enter (&bound))
    {
      const char *domains[] = { "iso_639-2", "iso_639-3", "iso_3166-1", "iso_15924" };

      for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
        {
          bindtextdomain (domains[i], TRS_ISO_CODES_PREFIX "/share/locale");
          bind_textdomain_codeset (domains[i], "UTF-8");
        }
      g_once_init_leave (&bound, 1);
    }
  return speaks_as_the_interface (domain) ? dgettext (domain, name) : name;
}

static char *
capitalize (const char *name)
{
  char first[6];
  gunichar c = g_utf8_get_char (name);
  gunichar title = g_unichar_totitle (c);

  /* Georgian has capitals only for whole words of them. */
  if (g_unichar_get_script (c) == G_UNICODE_SCRIPT_GEORGIAN)
    title = c;
  return g_strdup_printf ("%.*s%s", g_unichar_to_utf8 (title, first), first, g_utf8_next_char (name));
}

/* "Spanish; Castilian" and "Modern Greek (1453-)" are exact, and more than anyone looks for. */
static char *
shorten (const char *name)
{
  static const char * const semicolons[] = { ";", "；", "؛" };
  g_autofree char *first = g_strdup (name);
  char *bracket;

  for (guint i = 0; i < G_N_ELEMENTS (semicolons); i++)
    {
      char *found = strstr (first, semicolons[i]);

      if (found != NULL && found > first)
        *found = '\0';
    }
  bracket = strstr (first, " (");
  if (bracket != NULL && strpbrk (bracket, "0123456789") != NULL)
    *bracket = '\0';
  g_strstrip (first);

  if (*first == '\0')
    return g_strdup (name);
  return capitalize (first);
}

/**
 * trs_language_names_get_language:
 * @code: code of a language, in lower case
 *
 * Returns: (transfer full) (nullable): its name, capitalised
 */
char *
trs_language_names_get_language (const char *code)
{
  static const char * const domains[] = { "iso_639-3", "iso_639-2" };
  const char *names = find_name (languages, G_N_ELEMENTS (languages), code);
  g_auto (GStrv) keys = NULL;

  if (names == NULL)
    return NULL;

  keys = g_strsplit (names, "|", -1);
  for (guint i = 0; keys[i] != NULL; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (domains); j++)
        {
          const char *translated = translate (domains[j], keys[i]);

          if (strcmp (translated, keys[i]) != 0)
            return shorten (translated);
        }
    }
  return shorten (keys[0]);
}

/**
 * trs_language_names_get_script:
 * @code: code of a script, as `Latn`
 *
 * Returns: (transfer full) (nullable): its name
 */
char *
trs_language_names_get_script (const char *code)
{
  const char *name;
  g_autofree char *translated = NULL;
  char *bracket;

  /* Translators: a way to write Chinese, as in "Chinese (Simplified)". */
  if (strcmp (code, "Hans") == 0)
    return g_strdup (C_("script", "Simplified"));
  /* Translators: a way to write Chinese, as in "Chinese (Traditional)". */
  if (strcmp (code, "Hant") == 0)
    return g_strdup (C_("script", "Traditional"));

  name = find_name (scripts, G_N_ELEMENTS (scripts), code);
  if (name == NULL)
    return NULL;

  translated = g_strdup (translate ("iso_15924", name));
  bracket = strstr (translated, " (");
  if (bracket != NULL && bracket > translated)
    *bracket = '\0';
  return shorten (translated);
}

/**
 * trs_language_names_get_region:
 * @code: code of a region, in upper case
 *
 * Returns: (transfer full) (nullable): its name
 */
char *
trs_language_names_get_region (const char *code)
{
  const char *name;

  /* Of the numbers of regions, this is the one that languages are named with. */
  if (strcmp (code, "419") == 0)
    return g_strdup (C_("region", "Latin America"));

  name = find_name (regions, G_N_ELEMENTS (regions), code);
  return name != NULL ? g_strdup (translate ("iso_3166-1", name)) : NULL;
}

/**
 * trs_language_names_list:
 *
 * Returns: (transfer full): the tags of languages that have a name
 */
GStrv
trs_language_names_list (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    g_strv_builder_add (builder, languages[i].code);
  for (guint i = 0; i < G_N_ELEMENTS (varieties); i++)
    g_strv_builder_add (builder, varieties[i]);
  return g_strv_builder_end (builder);
}
