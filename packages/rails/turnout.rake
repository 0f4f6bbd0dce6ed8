# Writes the routes of the application as JSON, for Turnout:
#   bin/rails turnout:routes                        writes config/routes.json
#   bin/rails "turnout:routes[client/routes.json]"  writes another file
#   bin/rails "turnout:routes[-]"                   prints the JSON
require "digest"
require "json"

namespace :turnout do
  desc "Write the routes as JSON, for Turnout"
  task :routes, [:file] => :environment do |_task, args|
    mapper = ActionDispatch::Routing::Mapper
    if mapper.respond_to?(:route_source_locations=) # Rails 7.1 and newer
      mapper.route_source_locations = true
      Rails.application.reload_routes!
    end
    name = lambda do |object|
      (object.is_a?(Module) ? object : object.class).name || "anonymous"
    end
    json = lambda do |value|
      case value
      when Regexp
        bits = { "i" => Regexp::IGNORECASE, "m" => Regexp::MULTILINE,
                 "x" => Regexp::EXTENDED }
        flags = bits.select { |_, bit| value.options & bit != 0 }.keys.join
        { regexp: value.source, flags: flags }
      when Hash then value.to_h { |key, each| [key, json[each]] }
      when Array then value.map(&json)
      when String, Symbol, Integer, Float, true, false, nil then value
      else { unknown: name[value] } # a block, for example, which is not run
      end
    end
    list = lambda do |set, around|
      set.routes.reject(&:internal).map do |route|
        entry = { name: route.name, verbs: route.verb.split("|"),
                  path: route.path.spec.to_s, anchored: route.path.anchored,
                  defaults: json[route.defaults],
                  requirements: json[route.path.requirements],
                  conditions: json[route.constraints] }
        app, rack = route.app, route.app.rack_app
        if app.respond_to?(:constraints) && app.constraints.any?
          entry[:constraints] = app.constraints.map(&name)
        end
        if route.respond_to?(:source_location)
          entry[:source] = route.source_location&.delete_prefix("#{Rails.root}/")
        end
        if rack.is_a?(ActionDispatch::Routing::Redirect)
          entry[:redirect] = { to: json[rack.block], status: rack.status }
        elsif !app.dispatcher?
          entry[:app] = { name: name[rack] }
          if app.engine? && !around.include?(rack)
            entry[:app][:routes] = list[rack.routes, [*around, rack]]
          end
        end
        entry
      end
    end

    set = Rails.application.routes
    pattern = "config/{routes.rb,routes/**/*.rb}"
    files = Dir.glob(pattern, base: Rails.root.to_s).sort.to_h do |file|
      [file, Digest::SHA256.file(Rails.root.join(file)).hexdigest]
    end
    helpers = set.named_routes.helper_names.map(&:to_s).grep(/_path\z/)
    helpers = helpers.map { |helper| helper.delete_suffix("_path") }
    # The blocks of `direct` and `resolve` need objects of the server.
    # Turnout reports their names.
    directs = (helpers - set.named_routes.names.map(&:to_s)).sort
    resolves = set.polymorphic_mappings.keys.map(&:to_s).sort
    head = { rails: Rails.version, files: files,
             directs: directs, resolves: resolves }
    routes = list[set, []].map { |route| JSON.generate(route) }
    start = JSON.generate(head).chomp("}")
    text = %(#{start},"routes":[\n#{routes.join(",\n")}\n]}\n)

    file = args[:file] || "config/routes.json"
    next print(text) if file == "-"

    path = Rails.root.join(file)
    if path.exist? && path.binread == text.b
      warn "#{file} is up to date: #{routes.size} routes."
    else
      # A dev server never reads half of the file, because the task renames it into
      # place. A failed run leaves the last file as it was.
      temporary = "#{path}.#{Process.pid}.tmp"
      begin
        File.binwrite(temporary, text)
        File.rename(temporary, path)
      ensure
        File.delete(temporary) if File.exist?(temporary)
      end
      warn "Wrote #{file}: #{routes.size} routes."
    end
  end
end
