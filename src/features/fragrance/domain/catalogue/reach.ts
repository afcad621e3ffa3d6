import type { NoteCode } from '../../../../core/pitch/pitch.ts';

/** Where a material can be met, as words after "is" or "are". What is nearer to hand stands first. */
export const PLACES = {
  kitchen: 'in your kitchen',
  laundry: 'in your laundry',
  home: 'at home',
  garden: 'in a garden',
  grocer: 'at a grocer',
  pharmacy: 'at a pharmacy',
  florist: 'at a florist',
  'incense shop': 'at an incense shop',
  'hardware shop': 'at a hardware shop',
  outdoors: 'outdoors',
  forest: 'in a forest',
} as const;

export type Place = keyof typeof PLACES;

interface Reach {
  place: Place;
  /** What to smell there, and how. */
  how: string;
  /** The material itself is hard to find: this comes nearest to it. */
  nearest: boolean;
  /** What can harm. */
  warning?: string;
  /** Says what the thing smells of, contains or is used for, and that it harms where there is a warning. */
  source: string;
}

const WIKI = 'https://en.wikipedia.org/wiki/';

const met = (place: Place, how: string, article: string, warning?: string): Reach => ({
  place,
  how,
  nearest: false,
  source: article.startsWith('https:') ? article : WIKI + article,
  ...(warning === undefined ? {} : { warning }),
});

const nearest = (...reach: Parameters<typeof met>): Reach => ({ ...met(...reach), nearest: true });

/** Where to meet each of the 108 materials. */
export const REACH: Readonly<Record<NoteCode, Reach>> = {
  C0: met('pharmacy', 'Juniper tar in a medicinal soap or shampoo; one sniff is enough.', 'Juniperus_oxycedrus'),
  'C#0': met(
    'hardware shop',
    'Birch tar for hooves or fences; sniff at the lid.',
    'Birch_tar',
    'Keep it off the skin.',
  ),
  D0: nearest(
    'kitchen',
    'A tin of smoked oysters, just opened, beside a burnt match.',
    'https://theperfumemistress.wordpress.com/2010/12/15/attars-and-choyas/',
  ),
  'D#0': met('grocer', 'Smoked black tea from a tea shop, a spoon of it in the palm.', 'Lapsang_souchong'),
  E0: met('grocer', 'Powdered nagarmotha root from an Indian grocer, a pinch on paper.', 'Cyperus_scariosus'),
  F0: met('grocer', 'A peated Scotch whisky; smell the glass when it has dried overnight.', 'Peat'),
  'F#0': met('incense shop', 'A stick of patchouli incense, unlit; or the oil, one drop on paper.', 'Patchouli'),
  G0: met('garden', 'A dry clay pot, sprinkled with water.', 'Petrichor'),
  'G#0': met('home', 'The wheel of an empty lighter, struck once.', 'Ferrocerium'),
  A0: met('incense shop', 'A chip of agarwood, or an oud stick, unlit.', 'Agarwood'),
  'A#0': met('grocer', 'Vetiver roots, called khus by an Indian grocer, wetted.', 'Chrysopogon_zizanioides'),
  B0: met('outdoors', 'A roof slate or a gray stone, just after rain.', 'Petrichor'),
  C1: nearest('home', 'A warm cat, behind the ears.', 'Civet_(perfumery)'),
  'C#1': nearest('outdoors', 'A stable: hay and old leather together.', 'Hyraceum'),
  D1: nearest('home', 'A leather glove held over smoked tea.', 'Castoreum'),
  'D#1': nearest('home', 'The lining of a hat that has been worn.', 'Saussurea_costus'),
  E1: met('home', 'A leather glove or belt, warmed in the hands.', 'Leather'),
  F1: met('hardware shop', 'A block of raw beeswax for furniture, rubbed warm.', 'Beeswax'),
  'F#1': nearest('outdoors', 'Skin after a swim in the sea, dried in the sun.', 'Ambergris'),
  G1: nearest('home', 'A scarf after a day on warm skin.', 'Musk'),
  'G#1': nearest('home', 'A wool sweater out of a wooden chest.', 'Cashmeran'),
  A1: met('incense shop', 'A stick of palo santo, scraped and not burnt.', 'Bursera_graveolens'),
  'A#1': nearest('kitchen', 'A pear, peeled over a clean linen napkin.', 'Abelmoschus_moschatus'),
  B1: met('laundry', 'Clean laundry, while it is folded.', 'Synthetic_musk'),
  C2: met('kitchen', 'Unsweetened cocoa powder, a pinch in warm milk.', 'Cocoa_solids'),
  'C#2': met('kitchen', 'Coffee beans, cracked and not yet brewed.', 'Coffee'),
  D2: met('grocer', 'A jar of molasses or dark treacle, a spoon of it warmed.', 'Molasses'),
  'D#2': met(
    'grocer',
    'A tonka bean from a spice grocer, grated.',
    'Dipteryx_odorata',
    'Smell it only: a lot of it harms the liver.',
  ),
  E2: met('kitchen', 'A vanilla pod, split.', 'Vanilla'),
  F2: met(
    'kitchen',
    'Sugar in a dry pan, taken off as it turns brown.',
    'Caramel',
    'Hot sugar burns: do not touch it.',
  ),
  'F#2': met('kitchen', 'Hazelnuts toasted in a pan, with sugar once the pan has cooled.', 'Praline'),
  G2: met('kitchen', 'A spoon of honey, warmed.', 'Honey'),
  'G#2': met('kitchen', 'Almond extract or marzipan.', 'Almond', 'Never bitter kernels: they are poisonous.'),
  A2: met('kitchen', 'A tin of coconut milk, just opened.', 'Coconut_milk'),
  'A#2': met('kitchen', 'Basmati rice, the moment the lid comes off.', 'Basmati'),
  B2: met('grocer', 'A bag of cotton candy, the moment it is opened.', 'Ethyl_maltol'),
  C3: met('garden', 'A rockrose after a hot day: its leaves stick to the fingers.', 'Labdanum'),
  'C#3': met('forest', 'Lichen from a fallen oak branch, wetted.', 'Evernia_prunastri'),
  D3: met('pharmacy', 'Tincture of myrrh, one drop on paper.', 'Myrrh'),
  'D#3': met('incense shop', 'A grain of opoponax, also sold as sweet myrrh, rubbed warm.', 'Opopanax_(perfumery)'),
  E3: nearest('incense shop', 'A grain of labdanum or benzoin, held beside a vanilla pod.', 'Amber_(perfume)'),
  F3: met('pharmacy', 'Tincture of benzoin, one drop on paper.', 'Benzoin_(resin)'),
  'F#3': nearest('home', 'A dried rose on a warm wooden board.', 'Bulnesia_sarmientoi'),
  G3: met('grocer', 'A bar of sandalwood soap from an Indian grocer, dry.', 'Mysore_Sandal_Soap'),
  'G#3': met('home', 'A cedar pencil, freshly sharpened.', 'Juniperus_virginiana'),
  A3: met('forest', 'A fir twig, broken between the fingers.', 'Balsam_fir'),
  'A#3': nearest('garden', 'A twig of a false cypress hedge, crushed.', 'Chamaecyparis_obtusa'),
  B3: met('incense shop', 'Grains of frankincense, rubbed warm and not burnt.', 'Frankincense'),
  C4: met('garden', 'A scented rose, early in the morning.', 'Rose_oil'),
  'C#4': met('florist', 'A stem of tuberose, after dark.', 'Agave_amica'),
  D4: met('kitchen', 'A whole clove, crushed.', 'Clove'),
  'D#4': met('kitchen', 'A cinnamon stick, snapped.', 'Cinnamon'),
  E4: met('pharmacy', 'Ylang-ylang oil, one drop on paper.', 'Cananga_odorata'),
  F4: met('kitchen', 'A few threads of saffron in a spoon of warm water.', 'Saffron'),
  'F#4': met('kitchen', 'Nutmeg, freshly grated.', 'Nutmeg', 'A pinch and no more: a lot of it is poisonous.'),
  G4: met('garden', 'An old-fashioned carnation or a pink, warmed in the hand.', 'Dianthus_caryophyllus'),
  'G#4': met('grocer', 'Jasmine tea, dry: it was scented with the flowers.', 'Jasmine_tea'),
  A4: met('kitchen', 'Black pepper, cracked and not ground fine.', 'Black_pepper'),
  'A#4': met('kitchen', 'A green cardamom pod, snapped open.', 'Cardamom'),
  B4: met(
    'grocer',
    'Pink peppercorns from a spice grocer, crushed in a mortar.',
    'Pink_peppercorn',
    'Leave them out with an allergy to cashews or other nuts.',
  ),
  C5: met('pharmacy', 'Dried orris root from a herbalist; violet pastilles come near.', 'Orris_root'),
  'C#5': met('grocer', 'Osmanthus tea from an Asian grocer, dry.', 'Osmanthus_fragrans'),
  D5: met(
    'garden',
    'Heliotrope in flower, in full sun.',
    'Heliotropium_arborescens',
    'Smell it only: it is poisonous when eaten.',
  ),
  'D#5': met('kitchen', 'A bag of chamomile tea, opened.', 'Chamomile'),
  E5: met('garden', 'A leaf of clary sage, rubbed.', 'Salvia_sclarea'),
  F5: met('garden', 'A rose geranium leaf, rubbed.', 'Pelargonium_graveolens'),
  'F#5': met('garden', 'Lavender, rubbed between the fingers.', 'Lavandula'),
  G5: met('kitchen', 'A sprig of rosemary, bruised.', 'Rosemary'),
  'G#5': met('florist', 'A branch of mimosa, in February or March.', 'Acacia_dealbata'),
  A5: met('florist', 'A peony, in May or June, just opened.', 'Peony'),
  'A#5': met('grocer', 'A bottle of orange blossom water from an Arab grocer.', 'Orange_flower_water'),
  B5: met('pharmacy', 'Neroli oil, one drop on paper.', 'Neroli'),
  C6: met('garden', 'A bud or a leaf of a blackcurrant bush, rubbed.', 'Blackcurrant'),
  'C#6': met('garden', 'A fig leaf, torn.', 'Fig', 'Keep its milk off the skin: it burns in the sun.'),
  D6: met('incense shop', 'A crumb of galbanum resin, rubbed warm.', 'Galbanum'),
  'D#6': met('kitchen', 'The peel of a mandarin, squeezed over a saucer.', 'Mandarin_orange'),
  E6: met('kitchen', 'Earl Grey tea, dry: it is perfumed with bergamot.', 'Earl_Grey_tea'),
  F6: met('garden', 'Grass, cut this minute.', 'Cis-3-Hexenal'),
  'F#6': met('kitchen', 'A ripe pear, at the stalk.', 'Pear'),
  G6: met('garden', 'A leaf of an orange or lemon tree, torn.', 'Petitgrain'),
  'G#6': met('grocer', 'A stalk of rhubarb, in spring, peeled.', 'Rhubarb', 'The leaves are poisonous.'),
  A6: met('kitchen', 'The peel of a pink grapefruit, bent.', 'Grapefruit'),
  'A#6': met('grocer', 'A bottle of yuzu juice from a Japanese grocer.', 'Yuzu'),
  B6: met('kitchen', 'The peel of a lemon, twisted over a cup.', 'Lemon'),
  C7: met('garden', 'Lily of the valley, in May.', 'Lily_of_the_valley', 'Smell it only: it is poisonous when eaten.'),
  'C#7': met('garden', 'A leaf of a sweet violet, crushed.', 'Viola_odorata'),
  D7: met('kitchen', 'Green tea, the first steam.', 'Green_tea'),
  'D#7': nearest('kitchen', 'A slice of melon in cold water.', 'Nymphaeaceae'),
  E7: met('kitchen', 'A cucumber, just cut.', 'Cucumber'),
  F7: met('kitchen', 'Fresh ginger, grated.', 'Ginger'),
  'F#7': met('garden', 'A leaf of lemon verbena, rubbed.', 'Aloysia_citrodora'),
  G7: met('kitchen', 'Juniper berries, crushed; gin comes near.', 'Juniper_berry'),
  'G#7': met('garden', 'A leaf of spearmint, rubbed.', 'Spearmint'),
  A7: met('pharmacy', 'Eucalyptus oil, one drop on paper.', 'Eucalyptus_oil', 'It is poisonous when swallowed.'),
  'A#7': met('outdoors', 'A pier or a beach, on a windy day.', 'Dimethyl_sulfide'),
  B7: nearest('kitchen', 'An ice cube and a leaf of mint in a glass.', 'Menthol'),
  C8: nearest('garden', 'A leaf of clary sage, dried and forgotten in a drawer.', 'Ambroxide'),
  'C#8': met('kitchen', 'Raspberries, warmed in the hand: partly this is their smell.', 'Ionone'),
  D8: nearest('laundry', "A clean cotton sheet, an arm's length away.", 'Synthetic_musk'),
  'D#8': nearest('grocer', 'Jasmine tea, in its second steam.', 'Methyl_dihydrojasmonate'),
  E8: met('laundry', 'Linen under a hot iron, with a little starch.', 'Starch'),
  F8: met('grocer', 'A lychee, peeled.', 'Rose_oxide'),
  'F#8': met('grocer', 'White tea from a tea shop, barely steeped.', 'White_tea'),
  G8: met('garden', 'The lawn before the sun is on it.', 'Dew'),
  'G#8': met('outdoors', 'The air at an open window, when a thunderstorm has passed.', 'Ozone'),
  A8: nearest('kitchen', 'The peel of an orange beside a candle just blown out.', 'Aldehyde'),
  'A#8': nearest('kitchen', 'The freezer, opened, with a leaf of mint in it.', 'Menthol'),
  B8: nearest('kitchen', 'One drop of lemon on a clean handkerchief.', 'Lemon'),
};
