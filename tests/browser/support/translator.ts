/**
 * A stand-in for the page translation of a browser: each text node, also a later one, is replaced by
 * `<font><font>«text»</font></font>`. Self-contained, so that a page of Playwright can run it as well. Returns its end.
 */
export function startTranslator(): () => void {
  const wrap = (node: Node): void => {
    const parent = node.parentElement;
    const words = node.nodeValue?.trim() ?? '';
    if (words === '' || !node.isConnected || parent === null || parent.namespaceURI !== 'http://www.w3.org/1999/xhtml')
      return;
    if (parent.closest('font, script, style, textarea, [translate=no]') !== null) return;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = `«${words}»`;
    parent.replaceChild(outer, node);
  };
  const wrapAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) wrap(text);
  };
  wrapAll(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        if (node.nodeType === Node.TEXT_NODE) wrap(node);
        else if (node.nodeType === Node.ELEMENT_NODE) wrapAll(node);
      }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
