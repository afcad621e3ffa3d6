import type { CatalogueEntry } from './entry.ts';

/** Woody & Resinous. */
export const octave3: readonly CatalogueEntry[] = [
  {
    code: 'C3',
    name: 'Labdanum',
    description:
      'Shepherds once combed this gum from the beards of goats that grazed among rockroses: leather, plum and dusk.',
  },
  {
    code: 'C#3',
    name: 'Oakmoss',
    description: 'Lichen from the north side of old oaks brings ink, bark and the damp hush under trees.',
  },
  {
    code: 'D3',
    name: 'Myrrh',
    description: 'Bitter tears from a desert thorn, with liquorice, cool stone and the medicine chest of the ancients.',
  },
  {
    code: 'D#3',
    name: 'Opoponax',
    description: 'Sweet myrrh rolls lavender, warm whisky and balsam into one slow, honeyed crumb.',
  },
  {
    code: 'E3',
    name: 'Amber',
    description:
      'Neither stone nor whale but an old idea, of labdanum, benzoin and vanilla glowing like a lamp behind paper.',
  },
  {
    code: 'F3',
    name: 'Benzoin',
    description:
      'Laotian foresters scar the styrax tree and wait for milky drops that set into vanilla and cinnamon dust.',
  },
  {
    code: 'F#3',
    name: 'Guaiacwood',
    description: 'Dense enough to sink, it smells of tea roses left on smouldering logs.',
  },
  {
    code: 'G3',
    name: 'Sandalwood',
    description: 'Milky, even and patient, this heartwood deepens for decades before anyone may call it ripe.',
  },
  {
    code: 'G#3',
    name: 'Cedar',
    description: 'Pencil shavings, a dry wardrobe, the straight grain of Virginia timber opened with a plane.',
  },
  {
    code: 'A3',
    name: 'Fir Balsam',
    description: 'Needles and sap boil down to a green jam, half Christmas morning and half wild strawberry.',
  },
  {
    code: 'A#3',
    name: 'Hinoki',
    description: 'Planks of a Japanese bath steam with lemony, peppery cypress after a winter walk.',
  },
  {
    code: 'B3',
    name: 'Frankincense',
    description: 'Boswellia weeps, the tears harden, and on a coal they open into lemon, pepper and cathedral air.',
  },
];
