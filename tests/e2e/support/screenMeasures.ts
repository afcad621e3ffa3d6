/**
 * Describes faults in the layout of a page. Playwright sends the function's text to the page, so it uses nothing
 * outside of itself.
 */

export interface Look {
  /** Every control takes the focus once, and must not lie behind something that is fixed. */
  focus?: boolean;
  /** Boundaries and icons have a contrast of 3:1 with their background. */
  contrast?: boolean;
  /** Forced colours: controls have a boundary, and on differs from off by more than colours of the app. */
  forced?: boolean;
}

/** Finds elements that overflow the page, are cut off, overlap others, or are too small for a finger. */
export function lookAt({ focus = false, contrast = false, forced = false }: Look): string[] {
  /** Side of a target, px (a rounding apart). */
  const MIN_TARGET_PX = 43.5;
  /** The least width of a target beside others, px. */
  const MIN_SPACED_TARGET_PX = 23.5;
  /** As much as glyphs stand out of their line, and rounding, px. */
  const SLACK_PX = 2;
  const CONTROL_SELECTOR =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [role=tab], [role=switch], [role=menuitem]';

  /** Groups faults by kind and part: of a hundred pads that are too small one is named. */
  const found = new Map<string, { first: string; times: number }>();
  const report = (what: string, element: Element, rest = ''): void => {
    const kind = `${what}: ${element.localName}.${element.className}`;
    const known = found.get(kind);
    if (known === undefined) found.set(kind, { first: `${what}: ${nameOf(element)} ${rest}`, times: 1 });
    else known.times++;
  };
  const root = document.documentElement;
  // An element far outside the view is not drawn, and has no layout to measure.
  const near = new CSSStyleSheet();
  near.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [near];
  const width = root.clientWidth;
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    let style = styles.get(element);
    if (style === undefined) styles.set(element, (style = getComputedStyle(element)));
    return style;
  };
  const textOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30);
  const nameOf = (element: Element): string =>
    `${element.localName}${[...element.classList].map((c) => `.${c.replace(/_\w{3}$/, '')}`).join('')} "${textOf(element)}"`;
  const round = (r: DOMRect): string =>
    `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.width)}x${Math.round(r.height)}`;
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let at = element.parentElement; at !== null && at !== root; at = at.parentElement) all.push(at);
    return all;
  };
  const dialog = [...document.querySelectorAll('[role=dialog], [role=menu], dialog[open]')].at(-1);
  const isShown = (element: Element): boolean =>
    (dialog === undefined || dialog.contains(element)) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    element.getBoundingClientRect().height > 1 &&
    ![element, ...ancestors(element)].some((at) => styleOf(at).clipPath !== 'none') &&
    element.closest('[inert]') === null;
  /** An element that scrolls sideways may be wider than the page. */
  const scrolls = (element: Element): boolean =>
    ancestors(element).some((at) => /auto|scroll/.test(styleOf(at).overflowX) && at.scrollWidth > at.clientWidth);
  /** The ancestor that cuts off the text of an element, or scrolls it. */
  const clips = (element: Element): Element | undefined =>
    [element, ...ancestors(element)].find((at) => styleOf(at).overflow !== 'visible');
  /** The visible part of a line; null when it is scrolled away or cut off. */
  const seenOf = (box: DOMRect, clip: Element | undefined): DOMRect | null => {
    const edge = clip?.getBoundingClientRect();
    if (edge === undefined) return box;
    const [left, right] = [Math.max(box.left, edge.left), Math.min(box.right, edge.right)];
    const middle = box.top + box.height / 2;
    return right <= left || middle < edge.top || middle > edge.bottom
      ? null
      : new DOMRect(left, box.top, right - left, box.height);
  };
  /** Meant to end in an ellipsis: the whole text is elsewhere. */
  const shortened = (element: Element): boolean =>
    [element, ...ancestors(element)].some(
      (at) => styleOf(at).textOverflow === 'ellipsis' || styleOf(at).webkitLineClamp !== 'none',
    );

  if (root.scrollWidth > width) report(`the page is ${root.scrollWidth} px wide`, root);

  // Text: whole, on the page, inside its button, and not over other text.
  interface Line {
    element: Element;
    box: DOMRect;
    layer: Element | null;
  }
  const lines: Line[] = [];
  const texts = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent!.trim() || /^(script|style|noscript|title|option)$/.test(element.localName)) continue;
    if (!isShown(element)) continue;
    // A name that is written from right to left keeps to itself: in <bdi>, or between isolates where text is plain.
    if (/[\u0590-\u08FF]{2}/.test(node.textContent!) && !node.textContent!.includes('\u2068'))
      if (element.closest('bdi, svg, input, textarea, [dir]') === null) report('not isolated', element);
    range.selectNodeContents(node);
    const layer = [element, ...ancestors(element)].find((at) => /fixed|sticky/.test(styleOf(at).position)) ?? null;
    const clip = clips(element);
    const button = element.closest('button, a, [role=button], label');
    const frame =
      button !== null &&
      (Number.parseFloat(styleOf(button).borderTopWidth) > 0 || styleOf(button).overflow !== 'visible')
        ? button.getBoundingClientRect()
        : null;
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const seen = seenOf(box, clip);
      if (seen !== null) lines.push({ element, box: seen, layer });
      if (!scrolls(element) && !shortened(element) && (box.right > width + SLACK_PX || box.left < -SLACK_PX))
        report('text out of the page', element, `${round(box)}`);
      if (clip !== undefined && !shortened(element) && !scrolls(element)) {
        const edge = clip.getBoundingClientRect();
        if (
          box.right > edge.right + SLACK_PX ||
          box.left < edge.left - SLACK_PX ||
          (box.bottom > edge.bottom + box.height / 4 && !/auto|scroll/.test(styleOf(clip).overflowY))
        )
          report('text cut off', element, `${round(box)} in ${nameOf(clip)} ${round(edge)}`);
      }
      if (
        frame !== null &&
        !shortened(element) &&
        (box.right > frame.right + SLACK_PX ||
          box.left < frame.left - SLACK_PX ||
          box.bottom > frame.bottom + SLACK_PX ||
          box.top < frame.top - SLACK_PX)
      )
        report('text out of its button', element, `${round(box)} in ${round(frame)}`);
    }
  }
  lines.sort((a, b) => a.box.top - b.box.top);
  for (const [i, a] of lines.entries())
    for (let j = i + 1; j < lines.length && lines[j]!.box.top < a.box.bottom; j++) {
      const b = lines[j]!;
      if (
        a.element === b.element ||
        a.layer !== b.layer ||
        a.element.contains(b.element) ||
        b.element.contains(a.element)
      )
        continue;
      const over = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      const beside = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      if (beside > SLACK_PX && over > 0.55 * Math.min(a.box.height, b.box.height) && !scrolls(a.element))
        report('text over text', a.element, `and ${nameOf(b.element)}`);
    }

  // Targets.
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
    (control) =>
      isShown(control) ||
      (/^(checkbox|radio)$/.test((control as HTMLInputElement).type) && isShown(control.parentElement!)),
  );
  const targetOf = (control: HTMLElement): DOMRect => {
    const label = (control as HTMLInputElement).labels?.[0];
    return (
      /^(checkbox|radio|file)$/.test((control as HTMLInputElement).type) && label ? label : control
    ).getBoundingClientRect();
  };
  for (const control of controls) {
    const box = targetOf(control);
    const style = styleOf(control);
    if (!scrolls(control) && (box.right > width + SLACK_PX || box.left < -SLACK_PX))
      report('control out of the page', control, `${round(box)}`);
    // A link in a sentence is as high as its line.
    const inline =
      style.display === 'inline' &&
      (control.parentElement!.textContent ?? '').trim() !== (control.textContent ?? '').trim();
    // Wherever a roll is pressed, the nearest of its notes is meant.
    if (inline || control.matches('[role=toolbar] [data-index]')) continue;
    // Keys, pads and days are as wide as a piano, a grid or a calendar on this screen allows, and as high as a finger.
    const narrowest = control.matches('[data-midi], td > button[aria-pressed], [role=grid] button')
      ? MIN_SPACED_TARGET_PX
      : MIN_TARGET_PX;
    // A larger link beside it leads to the same place.
    const href = control.getAttribute('href');
    const large = ({ width: w, height: h }: DOMRect): boolean => w >= MIN_TARGET_PX && h >= MIN_TARGET_PX;
    if (
      href !== null &&
      [...document.links].some((l) => l.getAttribute('href') === href && large(l.getBoundingClientRect()))
    )
      continue;
    if (box.height < MIN_TARGET_PX || box.width < narrowest) report('small target', control, `${round(box)}`);
  }

  // Colours.
  type Colour = [number, number, number, number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const parse = (text: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r!, g!, b!, a! / 255];
  };
  const blendColours = (top: Colour, under: Colour): Colour =>
    [0, 1, 2].map((i) => top[i]! * top[3] + under[i]! * (1 - top[3])).concat(1) as Colour;
  const behind = (element: Element): Colour => {
    const layers = [element, ...ancestors(element), document.body].map((at) => parse(styleOf(at).backgroundColor));
    const solid = layers.findIndex((layer) => layer[3] === 1);
    return layers
      .slice(0, solid + 1)
      .reduceRight((under, layer) => blendColours(layer, under), [255, 255, 255, 1] as Colour);
  };
  const luminance = (colour: Colour): number => {
    const [r, g, b] = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const ratio = (a: Colour, b: Colour): number => {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const disabled = (control: Element): boolean => control.matches(':disabled, [aria-disabled=true]');
  const hasText = (control: Element): boolean => lines.some(({ element }) => control.contains(element));
  if (contrast)
    for (const control of controls) {
      if (
        disabled(control) ||
        control.matches('[type=range], [type=file], [type=checkbox], [type=radio], [type=color]')
      )
        continue;
      const style = styleOf(control);
      const around = behind(control.parentElement!);
      const inside = behind(control);
      const edges = [control, ...(control.matches('[role=switch]') ? control.children : [])]
        .filter((part) => styleOf(part).borderTopWidth !== '0px')
        .map((part) => blendColours(parse(styleOf(part).borderTopColor), around));
      const shadow = /^(rgba?\([^)]*\)) 0px 0px 0px [1-9]/.exec(style.boxShadow)?.[1];
      if (shadow !== undefined) edges.push(blendColours(parse(shadow), around));
      const best = Math.max(
        ratio(inside, around),
        ...edges.map((edge) => ratio(edge, around)),
        style.backgroundImage === 'none' ? 1 : 3,
      );
      const icon = [...control.querySelectorAll('svg')].find(isShown);
      const sign = control.querySelector('canvas, img') !== null;
      // A button is recognised by its words; without them by its boundary or its icon. A field is recognised by its
      // boundary alone.
      if (
        control.matches('input, select, textarea')
          ? best < 3
          : !hasText(control) && icon === undefined && !sign && best < 3
      )
        report('boundary', control, `${best.toFixed(2)}:1`);
      if (
        control.matches('[aria-pressed]') &&
        style.borderTopWidth !== '0px' &&
        parse(style.borderTopColor)[3] > 0 &&
        best < 3
      )
        report('boundary of a switch', control, `${best.toFixed(2)}:1`);
      if (icon !== undefined && !hasText(control)) {
        const drawn = ratio(blendColours(parse(styleOf(icon).color), inside), inside);
        if (drawn < 3 && best < 3) report('icon', control, `${drawn.toFixed(2)}:1`);
      }
    }

  if (forced) {
    const look = (element: Element): string =>
      [element, ...element.querySelectorAll('*')]
        .slice(0, 12)
        .flatMap((at) =>
          [null, '::before', '::after'].map((part) => {
            const s = part === null ? styleOf(at) : getComputedStyle(at, part);
            if (part !== null && s.content === 'none') return '';
            return [
              s.backgroundColor,
              ...(s.borderTopStyle === 'none' ? [] : [s.borderTopColor, s.borderTopWidth, s.borderTopStyle]),
              s.borderBottomStyle === 'none' ? '' : s.borderBottomWidth,
              s.outlineStyle === 'none' ? '' : s.outlineColor + s.outlineWidth,
              s.textDecorationLine,
              s.fontWeight,
              s.opacity,
              s.transform,
              part === null ? s.color : s.content,
            ].join(' ');
          }),
        )
        .join('|');
    for (const control of controls) {
      const style = styleOf(control);
      const plain = control.matches('a, [type=range], [type=checkbox], [type=radio], [type=file]') || disabled(control);
      const edged =
        (style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px') ||
        (style.borderBottomStyle !== 'none' && style.borderBottomWidth !== '0px') ||
        ratio(behind(control), behind(control.parentElement!)) >= 3 ||
        style.outlineStyle !== 'none' ||
        [...control.children].some((part) => styleOf(part).borderTopStyle !== 'none');
      const icon = [...control.querySelectorAll('svg')].find(isShown);
      if (!plain && !edged && icon === undefined && !/underline/.test(style.textDecorationLine) && !hasText(control))
        report('forced colours: without boundary', control);
    }
    for (const [on, off] of [
      ['[aria-pressed=true]', '[aria-pressed=false]'],
      ['[aria-checked=true]', '[aria-checked=false]'],
      ['[aria-selected=true]', '[aria-selected=false]'],
      ['[aria-current]', 'a:not([aria-current])'],
    ] as const)
      for (const chosen of document.querySelectorAll(on)) {
        const other = [...document.querySelectorAll(off)].find(
          (candidate) => candidate.className === chosen.className && isShown(candidate) && !disabled(candidate),
        );
        if (isShown(chosen) && other !== undefined && look(chosen) === look(other))
          report('forced colours: looks the same on and off', chosen);
      }
  }

  if (focus) {
    const was = document.activeElement as HTMLElement | null;
    for (const control of controls) {
      // The link to the content comes down as it takes the focus.
      if (!control.isConnected || disabled(control) || control.tabIndex < 0 || control.matches('[href="#screen"]'))
        continue;
      control.focus();
      if (document.activeElement !== control) continue;
      const box = targetOf(control);
      const left = Math.max(box.left, 0);
      const right = Math.min(box.right, innerWidth);
      const top = Math.max(box.top, 0);
      const bottom = Math.min(box.bottom, innerHeight);
      const points = [
        [0.5, 0.5],
        [0.1, 0.1],
        [0.9, 0.9],
        [0.1, 0.9],
        [0.9, 0.1],
      ].map(([x, y]) => document.elementFromPoint(left + (right - left) * x!, top + (bottom - top) * y!));
      const mine = points.filter(
        (hit) =>
          hit !== null &&
          (control.contains(hit) || hit.contains(control) || (hit.closest('label') ?? hit).contains(control)),
      );
      if (right - left < 2 || bottom - top < 2) report('the focus is out of sight', control, `${round(box)}`);
      else if (mine.length < 3)
        report(
          `the focus lies behind ${points.find((hit) => hit !== null && !mine.includes(hit))?.className}`,
          control,
          `${round(box)}`,
        );
    }
    was?.focus?.();
    scrollTo(0, 0);
  }
  return [...found.values()].map(({ first, times }) => (times === 1 ? first : `${first} and ${times - 1} more`));
}
