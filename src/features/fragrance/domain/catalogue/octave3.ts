import type { CatalogueEntry } from './entry.ts';

/** Woody & Resinous. */
export const octave3: readonly CatalogueEntry[] = [
  {
    code: 'C3',
    name: 'Labdanum',
    color: [0.31, 0.06, 25],
    description:
      'Shepherds once combed this gum from the beards of goats that grazed among rockroses: leather, plum and dusk.',
  },
  {
    code: 'C#3',
    name: 'Oakmoss',
    color: [0.45, 0.07, 125],
    description: 'Lichen from the north side of old oaks brings ink, bark and the damp hush under trees.',
  },
  {
    code: 'D3',
    name: 'Myrrh',
    color: [0.46, 0.13, 36],
    description: 'Bitter tears from a desert thorn, with liquorice, cool stone and the medicine chest of the ancients.',
  },
  {
    code: 'D#3',
    name: 'Opoponax',
    color: [0.58, 0.11, 72],
    description: 'Sweet myrrh rolls lavender, warm whisky and balsam into one slow, honeyed crumb.',
  },
  {
    code: 'E3',
    name: 'Amber',
    color: [0.72, 0.165, 62],
    description:
      'Neither stone nor whale but an old idea, of labdanum, benzoin and vanilla glowing like a lamp behind paper.',
  },
  {
    code: 'F3',
    name: 'Benzoin',
    color: [0.8, 0.06, 50],
    description:
      'Laotian foresters scar the styrax tree and wait for milky drops that set into vanilla and cinnamon dust.',
  },
  {
    code: 'F#3',
    name: 'Guaiacwood',
    color: [0.51, 0.05, 150],
    description: 'Dense enough to sink, it smells of tea roses left on smouldering logs.',
  },
  {
    code: 'G3',
    name: 'Sandalwood',
    color: [0.74, 0.075, 65],
    description: 'Milky, even and patient, this heartwood deepens for decades before anyone may call it ripe.',
  },
  {
    code: 'G#3',
    name: 'Cedar',
    color: [0.58, 0.12, 42],
    description: 'Pencil shavings, a dry wardrobe, the straight grain of Virginia timber opened with a plane.',
  },
  {
    code: 'A3',
    name: 'Fir Balsam',
    color: [0.4, 0.09, 152],
    description: 'Needles and sap boil down to a green jam, half Christmas morning and half wild strawberry.',
  },
  {
    code: 'A#3',
    name: 'Hinoki',
    color: [0.86, 0.075, 95],
    description: 'Planks of a Japanese bath steam with lemony, peppery cypress after a winter walk.',
  },
  {
    code: 'B3',
    name: 'Frankincense',
    color: [0.74, 0.14, 85],
    description: 'Boswellia weeps, the tears harden, and on a coal they open into lemon, pepper and cathedral air.',
  },
];
