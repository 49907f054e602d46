'use strict';
/* Pictures out of the page's list of marks (page/boards.c). */
const board = (() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const make = (name, attributes) => {
    const e = document.createElementNS(SVG, name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    return e;
  };

  /* All shapes once, where every picture finds them. */
  const shapes = list => {
    const svg = make('svg', {width: 0, height: 0, 'aria-hidden': 'true', class: 'shapes'});
    list.forEach((layers, i) => {
      const symbol = make('symbol', {id: 'shape' + i, viewBox: '0 0 24 24'});
      for (const [d, stroke, ink] of layers)
        symbol.append(make('path', stroke
            ? {d, class: 's' + ink, fill: 'none', 'stroke-width': stroke / 10}
            : {d, class: 'f' + ink}));
      svg.append(symbol);
    });
    document.body.append(svg);
  };

  const drawText = mark => {
    const [, ink, x, y, size, middle, bold, room] = mark.split(' ', 8);
    const e = make('text', {class: 'f' + ink, x, y, 'font-size': size});
    e.textContent = mark.slice(mark.split(' ', 8).join(' ').length + 1);
    if (middle === '1') e.setAttribute('text-anchor', 'middle');
    if (bold === '1') e.setAttribute('font-weight', 'bold');
    if (room !== '0') {
      e.setAttribute('textLength', room);
      e.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    }
    return e;
  };

  const drawMark = mark => {
    const p = mark.split(' ');
    if (p[0] === 'r')
      return make('rect', {class: 'f' + p[1], x: p[2], y: p[3], width: p[4], height: p[5]});
    if (p[0] === 'u')
      return make('use', {href: '#shape' + p[1], x: p[2], y: p[3], width: p[4], height: p[4]});
    if (p[0] === 't') return drawText(mark);
    const line = make('polyline', {class: 's' + p[1], 'stroke-width': p[2],
      points: p.slice(4).join(' '), fill: 'none', 'stroke-linejoin': 'round'});
    if (p[3] === '1') line.setAttribute('stroke-dasharray', '3 4');
    return line;
  };

  const draw = (data, number, label) => {
    const [w, h, runs] = data.boards[number];
    const svg = make('svg', {viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': label,
      class: h <= 1.7 * w ? 'picture whole' : 'picture'});
    let end = 0;
    svg.style.maxWidth = w + 'px';
    for (const run of runs.split(' ')) {
      const [skip, n] = run.split('+').map(Number);
      const from = end + skip;
      end = from + (n || 1);
      for (let i = from; i < end; i++) svg.append(drawMark(data.marks[i]));
    }
    return svg;
  };

  return {shapes, draw};
})();
